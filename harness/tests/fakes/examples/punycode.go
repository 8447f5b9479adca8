// Package punycode is a codec that the examples judge. With PUNYCODE_WRONG in the environment it drops a leading delimiter,
// crashes on "z", and encodes an all-basic string without its delimiter.
package punycode

import (
	"errors"
	"os"
	"strings"
	"unicode/utf8"
)

const limit = 1 << 40

var (
	wrong      = os.Getenv("PUNYCODE_WRONG") != ""
	errInvalid = errors.New("invalid")
)

func adapt(delta, count, damp int64) (k int64) {
	delta /= damp
	for delta += delta / count; delta > 455; k += 36 {
		delta /= 35
	}
	return k + 36*delta/(delta+38)
}

func threshold(k, bias int64) int64 { return max(1, min(26, k-bias)) }

// Encode gives the encoded form of a text.
func Encode(text string) (string, error) {
	points := []rune(text)
	var out []byte
	for _, c := range points {
		if c < 0x80 {
			out = append(out, byte(c))
		}
	}
	done, basic := int64(len(out)), int64(len(out))
	if basic > 0 && !(wrong && len(out) == len(points)) {
		out = append(out, '-')
	}
	n, bias, delta := int64(0x80), int64(72), int64(0)
	for ; done < int64(len(points)); n++ {
		next := int64(utf8.MaxRune)
		for _, c := range points {
			if int64(c) >= n {
				next = min(next, int64(c))
			}
		}
		delta += (next - n) * (done + 1)
		n = next
		for _, c := range points {
			if int64(c) < n {
				delta++
			}
			if int64(c) != n {
				continue
			}
			q, k := delta, int64(36)
			for ; q >= threshold(k, bias); k += 36 {
				t := threshold(k, bias)
				out = append(out, digits[t+(q-t)%(36-t)])
				q = (q - t) / (36 - t)
			}
			out = append(out, digits[q])
			damp := int64(2)
			if done == basic {
				damp = 700
			}
			done++
			bias, delta = adapt(delta, done, damp), 0
		}
		delta++
	}
	return string(out), nil
}

const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// Decode gives the text of an encoded form.
func Decode(encoded string) (string, error) {
	var points []rune
	last := strings.LastIndexByte(encoded, '-')
	for at := 0; at < last; at++ {
		if encoded[at] >= 0x80 {
			return "", errInvalid
		}
		points = append(points, rune(encoded[at]))
	}
	at := 0
	if last > 0 || last == 0 && wrong {
		at = last + 1
	}
	n, i, bias := int64(0x80), int64(0), int64(72)
	for at < len(encoded) {
		old, w := i, int64(1)
		for k := int64(36); ; k += 36 {
			if at == len(encoded) && (!wrong || encoded != "z") {
				return "", errInvalid
			}
			digit := int64(strings.IndexByte(digits, lower(encoded[at])))
			at++
			if digit < 0 {
				return "", errInvalid
			}
			i += digit * w
			if t := threshold(k, bias); digit < t {
				break
			} else {
				w *= 36 - t
			}
			if i > limit || w > limit {
				return "", errInvalid
			}
		}
		damp, count := int64(2), int64(len(points)+1)
		if old == 0 {
			damp = 700
		}
		bias = adapt(i-old, count, damp)
		n, i = n+i/count, i%count
		if n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return "", errInvalid
		}
		points = append(points, 0)
		copy(points[i+1:], points[i:])
		points[i] = rune(n)
		i++
	}
	return string(points), nil
}
