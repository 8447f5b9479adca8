// Package punycode is a right Punycode codec, RFC 3492 sections 6.1 to 6.3; a word in the environment's FAULT makes it wrong.
package punycode

import (
	"errors"
	"math"
	"os"
	"strings"
	"unicode/utf8"
)

var (
	fault      = os.Getenv("FAULT")
	errRefused = errors.New("refused")
)

const digits = "abcdefghijklmnopqrstuvwxyz0123456789"

func adapt(delta, count int64, first bool) int64 {
	damp := int64(2)
	if first {
		damp = 700
		if fault == "damp" {
			damp = 600
		}
	}
	delta /= damp
	delta += delta / count
	k := int64(0)
	for ; delta > 455; k += 36 {
		delta /= 35
	}
	return k + 36*delta/(delta+38)
}

func threshold(k, bias int64) int64 { return min(max(k-bias, 1), 26) }

func Decode(encoded string) (string, error) {
	for _, c := range encoded {
		if c >= utf8.RuneSelf {
			return "", errRefused
		}
	}
	at := max(strings.LastIndexByte(encoded, '-'), 0)
	output := []rune(encoded[:at])
	if at > 0 || fault == "delimiter" && strings.HasPrefix(encoded, "-") {
		at++
	}
	n, i, bias := int64(128), int64(0), int64(72)
	for at < len(encoded) {
		before, w := i, int64(1)
		for k := int64(36); ; k += 36 {
			if at == len(encoded) && fault != "truncated" {
				return "", errRefused
			}
			digit := int64(strings.IndexByte(digits, encoded[at]|0x20))
			if encoded[at] < 0x30 || digit < 0 || w > 1<<50 {
				return "", errRefused
			}
			at++
			i += digit * w
			t := threshold(k, bias)
			if digit < t {
				break
			}
			w *= 36 - t
		}
		count := int64(len(output)) + 1
		bias = adapt(i-before, count, before == 0)
		n += i / count
		i %= count
		if n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
			return "", errRefused
		}
		output = append(output, 0)
		copy(output[i+1:], output[i:])
		output[i] = rune(n)
		i++
	}
	return string(output), nil
}

func Encode(text string) (string, error) {
	if !utf8.ValidString(text) {
		return "", errRefused
	}
	points := []rune(text)
	var output []byte
	for _, c := range points {
		if c < utf8.RuneSelf {
			output = append(output, byte(c))
		}
	}
	basic := int64(len(output))
	if basic > 0 {
		output = append(output, '-')
	}
	n, delta, bias, handled := int64(128), int64(0), int64(72), basic
	for handled < int64(len(points)) {
		m := int64(math.MaxInt64)
		for _, c := range points {
			if int64(c) >= n {
				m = min(m, int64(c))
			}
		}
		delta += (m - n) * (handled + 1)
		n = m
		for _, c := range points {
			if int64(c) < n {
				delta++
			}
			if int64(c) != n {
				continue
			}
			q, k := delta, int64(36)
			for t := threshold(k, bias); q >= t; t = threshold(k, bias) {
				output = append(output, digits[t+(q-t)%(36-t)])
				q = (q - t) / (36 - t)
				k += 36
			}
			output = append(output, digits[q])
			bias = adapt(delta, handled+1, handled == basic)
			delta = 0
			handled++
		}
		delta++
		n++
	}
	return string(output), nil
}
