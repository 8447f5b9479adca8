// Fuzzes a Punycode codec in Go: copy this file and the testdata beside it into your package's folder, put the package's
// name and your codec's calls in their places, and
//
//	go test -run=Punycode
//	go test -run=XXX -fuzz=FuzzPunycodeDecode -fuzztime=60s
//	go test -run=XXX -fuzz=FuzzPunycodeEncode -fuzztime=60s
//
// The first asks all seeds. A fault is: a panic; a decoded string that is not encoded to the input again, letter case of
// digits aside, for then two inputs decode alike; an encoded string that is not decoded to the input again; and a wrong
// answer to a sample, for what both sides do wrong alike no round trip shows. All vectors: conform run.
package punycode // yours

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// ==== YOUR CODEC =====================================================================================================
// An error is a refusal. UTF-8 holds no surrogates, so what decodes to one must be refused.

func fuzzedDecode(encoded string) (string, error) { return Decode(encoded) }

func fuzzedEncode(text string) (string, error) { return Encode(text) }

func isSame(encoded, other string) bool {
	literal := strings.LastIndexByte(other, '-') + 1
	return len(encoded) == len(other) && encoded[:literal] == other[:literal] && strings.EqualFold(encoded, other)
}

func TestPunycodeSamples(t *testing.T) {
	for text, encoded := range map[string]string{ // RFC 3492 section 7.1: E, L, S; and beyond 16 bits
		"Pročprostěnemluvíčesky": "Proprostnemluvesky-uyb24dma41a",
		"3年B組金八先生":               "3B-ww4c5e180e575a65lsy2b",
		"-> $1.00 <-":            "-> $1.00 <--",
		"aü中💩":                   "a-eha7930dyf7u",
	} {
		if got, err := fuzzedEncode(text); err != nil || !isSame(got, encoded) {
			t.Errorf("%+q is encoded to %+q, %v; expected %+q", text, got, err, encoded)
		}
	}
}

func FuzzPunycodeDecode(f *testing.F) {
	f.Fuzz(func(t *testing.T, encoded string) {
		decoded, err := fuzzedDecode(encoded)
		if err != nil {
			return
		}
		if again, err := fuzzedEncode(decoded); err != nil || !isSame(again, encoded) {
			t.Fatalf("%+q is decoded to %+q, which is encoded to %+q, %v", encoded, decoded, again, err)
		}
	})
}

func FuzzPunycodeEncode(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return // a string in Go can hold any bytes, and a range over it replaces what is no UTF-8
		}
		encoded, err := fuzzedEncode(text)
		if err != nil {
			return
		}
		if again, err := fuzzedDecode(encoded); err != nil || again != text {
			t.Fatalf("%+q is encoded to %+q, which is decoded to %+q, %v", text, encoded, again, err)
		}
	})
}
