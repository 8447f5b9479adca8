package punycode // yours

// An oracle for tests of Punycode codecs: RFC 3492 sections 6.1 to 6.3 with integers of 64 bits, and what sections 1.1 and
// 6.4 leave open. UTF-8 holds no surrogates and nothing above U+10FFFF, so a form of such code points must be refused.
//
// It is meant to be read beside the RFC, whose names it uses. conform's tests compare it with the reference codec.

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// ==== CHOICES ========================================================================================================
// What needs no more than these must be answered, what needs more may be refused. Declare your codec's to find more.
const (
	oracleIntegers = 26 // bits, 26 to 63
	oracleLength   = 59 // of the encoded form, 59 or more
)

// What must become of a call.
const (
	oracleEither = iota
	oracleAnswer
	oracleRefusal
)

const oracleDigits = "abcdefghijklmnopqrstuvwxyz0123456789"

// oracleRight is a call's right answer and what its judgement depends on.
type oracleRight struct {
	text       string
	refusal    string // why there is no right answer but a refusal; empty if there is one
	length     int    // of the encoded form
	greatest   uint64 // the greatest integer of the computation, math.MaxUint64 for all that are greater
	isEncoding bool
}

func (right oracleRight) due() int {
	switch {
	case right.refusal != "":
		return oracleRefusal
	case right.greatest>>oracleIntegers > 0 || right.length > oracleLength:
		return oracleEither
	}
	return oracleAnswer
}

// fault says what is wrong with an answer, and is empty if nothing is.
func (right oracleRight) fault(got string, isRefused bool) string {
	switch {
	case isRefused && right.due() == oracleAnswer:
		return "a valid input is refused"
	case isRefused:
		return ""
	case right.refusal != "":
		return "an invalid input is accepted"
	case right.text != got && !(right.isEncoding && oracleSameEncoding(right.text, got)):
		return "the result is wrong"
	}
	return ""
}

// oracleSameEncoding says whether encoded forms are the same: the case of digits, behind the last delimiter, does not count.
func oracleSameEncoding(right, got string) bool {
	literal := strings.LastIndexByte(right, '-') + 1
	return len(right) == len(got) && right[:literal] == got[:literal] && oracleLower(right) == oracleLower(got)
}

func oracleLower(encoded string) string {
	return strings.Map(func(c rune) rune {
		if c >= 'A' && c <= 'Z' {
			return c + 32
		}
		return c
	}, encoded)
}

// Section 6.1; 700 is damp, 455 is ((base - tmin) * tmax) div 2.
func oracleAdapt(delta, numpoints uint64, firsttime bool) uint64 {
	if firsttime {
		delta /= 700
	} else {
		delta /= 2
	}
	delta += delta / numpoints
	k := uint64(0)
	for ; delta > 455; k += 36 {
		delta /= 35
	}
	return k + 36*delta/(delta+38)
}

func oracleThreshold(k, bias uint64) uint64 {
	if k <= bias {
		return 1
	}
	return min(max(k-bias, 1), 26)
}

// oracleDecode is section 6.2.
func oracleDecode(encoded string) oracleRight {
	right := oracleRight{length: len(encoded)}
	refuse := func(why string) oracleRight { return oracleRight{refusal: why, length: len(encoded)} }
	// A delimiter at the beginning is not consumed, and no digit.
	at := max(strings.LastIndexByte(encoded, '-'), 0)
	output := []rune(encoded[:at])
	if slices.ContainsFunc(output, func(c rune) bool { return c >= utf8.RuneSelf }) {
		return refuse("non-basic: a character beyond ASCII")
	}
	if at > 0 {
		at++
	}
	n, i, bias := uint64(128), uint64(0), uint64(72)
	for at < len(encoded) {
		oldi, w := i, uint64(1)
		for k := uint64(36); ; k += 36 {
			if at == len(encoded) {
				return refuse("truncated: the last integer has no end")
			}
			c := encoded[at]
			if c >= 'A' && c <= 'Z' {
				c += 32
			}
			value := strings.IndexByte(oracleDigits, c)
			if at++; value < 0 {
				return refuse("bad-digit: a character is no digit")
			}
			digit, t := uint64(value), oracleThreshold(k, bias)
			if digit > (math.MaxUint64-i)/w {
				return refuse("beyond-unicode: a code point above U+10FFFF")
			}
			if i += digit * w; digit < t {
				break
			}
			if w <= math.MaxUint64/(36-t) {
				w *= 36 - t
			} else {
				w = math.MaxUint64 // only a digit of 0 can follow, which needs no exact w
			}
			right.greatest = max(right.greatest, w)
		}
		numpoints := uint64(len(output)) + 1
		bias = oracleAdapt(i-oldi, numpoints, oldi == 0)
		if i/numpoints > utf8.MaxRune-n {
			return refuse("beyond-unicode: a code point above U+10FFFF")
		}
		n += i / numpoints
		right.greatest = max(right.greatest, i, n)
		if n >= 0xD800 && n <= 0xDFFF {
			return refuse("surrogate: a code point from D800 to DFFF")
		}
		i %= numpoints
		output = slices.Insert(output, int(i), rune(n))
		i++
	}
	right.text = string(output)
	return right
}

// oracleEncode is section 6.3. Nothing overflows: a delta is less than 2^21 * (length + 1).
func oracleEncode(text string) oracleRight {
	right, output, points := oracleRight{isEncoding: true}, []byte{}, []rune(text)
	for _, c := range points {
		right.greatest = max(right.greatest, uint64(c))
		if c < utf8.RuneSelf {
			output = append(output, byte(c))
		}
	}
	b := len(output)
	n, delta, bias := rune(128), uint64(0), uint64(72)
	h := b
	if b > 0 {
		output = append(output, '-')
	}
	for ; h < len(points); delta, n = delta+1, n+1 {
		m := rune(math.MaxInt32)
		for _, c := range points {
			if c >= n {
				m = min(m, c)
			}
		}
		delta += uint64(m-n) * uint64(h+1)
		n = m
		for _, c := range points {
			if c < n {
				delta++
			}
			if c != n {
				continue
			}
			q, k := delta, uint64(36)
			for t := oracleThreshold(k, bias); q >= t; t = oracleThreshold(k, bias) {
				output = append(output, oracleDigits[t+(q-t)%(36-t)])
				q, k = (q-t)/(36-t), k+36
			}
			output = append(output, oracleDigits[q])
			right.greatest = max(right.greatest, delta)
			bias = oracleAdapt(delta, uint64(h)+1, h == b)
			delta = 0
			h++
		}
	}
	right.text, right.length = string(output), len(output)
	return right
}
