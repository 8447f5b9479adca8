// Fuzzes a Punycode codec in Go: copy this file, punycode_oracle_test.go and the testdata that `conform vectors corpus`
// writes into your package's folder, put the package's name and your codec's calls in their places, and
//
//	go test -run=Punycode
//	go test -run=XXX -fuzz=FuzzPunycodeDecode -fuzztime=60s -fuzzminimizetime=1x
//	go test -run=XXX -fuzz=FuzzPunycodeEncode -fuzztime=60s -fuzzminimizetime=1x
//
// The first asks all seeds, and finds nearly all that the others do; without -fuzzminimizetime the others would mostly make
// inputs shorter. Results are encoded or decoded again. The answers are
// compared with those of punycode_oracle_test.go; at its top are the choices that RFC 3492 leaves to a codec. What is found,
// in testdata/fuzz: conform fuzz --replay FILE -- ./conform-adapter/conform-adapter
package punycode // yours

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// ==== YOUR CODEC =====================================================================================================
// An error is a refusal. UTF-8 holds no surrogates, so what decodes to one must be refused.

var errNotFilledIn = errors.New("not filled in")

func fuzzedDecode(encoded string) (string, error) { return "", errNotFilledIn }

func fuzzedEncode(text string) (string, error) { return "", errNotFilledIn }

// ==== THE TEST =======================================================================================================

// checkPunycode asks for an answer, which it gives, and fails if it is wrong.
func checkPunycode(t *testing.T, isEncoding bool, input string) (string, error) {
	operation, ask, right := "decode", fuzzedDecode, oracleDecode(input)
	if isEncoding {
		operation, ask, right = "encode", fuzzedEncode, oracleEncode(input)
	}
	got, err := ask(input)
	wrong := right.fault(got, err != nil)
	if wrong == "" && err != nil && right.refusal == "" && goesFurther(isEncoding, input, right.text) {
		wrong = "it is refused, and a longer form of it is answered"
	}
	if wrong != "" {
		expected := map[int]string{oracleEither: " or a refusal", oracleRefusal: "a refusal: " + right.refusal}[right.due()]
		t.Fatalf("FAULT: %s\n%s %+q\nexpected %+q %s\ngot %+q, %v", wrong, operation, input, right.text, expected, got, err)
	}
	return got, err
}

// goesFurther says whether a longer text is answered, encoded or decoded. No code point that is appended is less than
// another. So all steps come again, and then there are more.
func goesFurther(isEncoding bool, input, right string) bool {
	text, after := right, rune(0x80)
	if isEncoding {
		text = input
	}
	for _, c := range text {
		after = min(max(after, c+1), utf8.MaxRune)
	}
	if !utf8.ValidRune(after) {
		after = 0xE000
	}
	for _, times := range []int{1, utf8.RuneCountInString(text)} {
		more := text + strings.Repeat(string(after), times)
		form := oracleEncode(more)
		if isEncoding {
			if got, err := fuzzedEncode(more); err == nil && form.fault(got, false) == "" {
				return true
			}
		} else if got, err := fuzzedDecode(form.text); err == nil && got == more {
			return true
		}
	}
	return false
}

func FuzzPunycodeDecode(f *testing.F) {
	f.Fuzz(func(t *testing.T, encoded string) {
		if decoded, err := checkPunycode(t, false, encoded); err == nil {
			checkPunycode(t, true, decoded)
		}
	})
}

func FuzzPunycodeEncode(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // a string in Go can hold any bytes, and a range over it replaces what is no UTF-8
		}
		if encoded, err := checkPunycode(t, true, text); err == nil {
			checkPunycode(t, false, encoded)
		}
	})
}
