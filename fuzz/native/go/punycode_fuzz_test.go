package punycode

// No two inputs decode alike: what is decoded must encode to the same again, letter case of digits aside.
//
// Put it beside your package with Decode and Encode, both func(string) (string, error), and the exported testdata with it:
//
//	go test -fuzz=FuzzDecode -fuzztime=60s

import (
	"strings"
	"testing"
)

func FuzzDecode(f *testing.F) {
	f.Fuzz(func(t *testing.T, encoded string) {
		decoded, err := Decode(encoded)
		if err != nil {
			return
		}
		again, err := Encode(decoded)
		if err != nil {
			t.Fatalf("%+q decodes to %+q, which is refused: %v", encoded, decoded, err)
		}
		literal := strings.LastIndexByte(encoded, '-') + 1
		if len(again) != len(encoded) || again[:literal] != encoded[:literal] || !strings.EqualFold(again, encoded) {
			t.Fatalf("%+q decodes to %+q, which encodes to %+q", encoded, decoded, again)
		}
	})
}

func FuzzEncode(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		encoded, err := Encode(text)
		if err != nil {
			return
		}
		if again, err := Decode(encoded); err != nil || again != text {
			t.Fatalf("%+q encodes to %+q, which decodes to %+q, %v", text, encoded, again, err)
		}
	})
}
