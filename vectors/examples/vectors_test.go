// The vectors of punycode-conform in Go's own test framework. Put this file and punycode-vectors.json into the package that
// has Encode and Decode, func(string) (string, error), and run: go test
package punycode

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"unicode/utf8"
)

type vector struct {
	ID, Encoded    string
	Reject         *string
	Operations     []string
	Expect         map[string]string
	Decoded, Right []int64 // no number in the file is greater than 2^53-1
}

func TestVectors(t *testing.T) {
	var file struct{ Vectors []vector }
	content, err := os.ReadFile("punycode-vectors.json")
	if err != nil || json.Unmarshal(content, &file) != nil {
		t.Fatal("cannot read punycode-vectors.json: ", err)
	}
	for _, v := range file.Vectors {
		for _, operation := range v.Operations {
			t.Run(v.ID+"/"+operation, func(t *testing.T) { check(t, v, operation) })
		}
	}
}

func check(t *testing.T, v vector, operation string) {
	decoded, ok := text(v.Decoded)
	call, input, held, right, known := Decode, v.Encoded, true, decoded, ok
	if operation == "encode" {
		call, input, held, right, known = Encode, decoded, ok, v.Encoded, true
	}
	if v.Reject != nil {
		right, known = text(v.Right)
	}
	if !held {
		t.Skip("UTF-8 cannot hold the input")
	}
	defer func() { // a crash is a failure also where the input must be refused
		if fault := recover(); fault != nil {
			t.Errorf("%.40q: crashed: %v", input, fault) // the beginning: a few have thousands of characters
		}
	}()
	got, err := call(input)
	passed := err != nil && v.Expect[operation] != "returns"
	if err == nil && v.Expect[operation] != "rejects" && known {
		passed = got == right || operation == "encode" && fold(got) == fold(right)
	}
	if !passed {
		t.Errorf("%.40q gives %.40q, %v; expected: %s %.40q", input, got, err, v.Expect[operation], right)
	}
}

// text is false for surrogates and what is above 10FFFF, which strings of UTF-8 cannot hold, and for no value at all.
func text(points []int64) (string, bool) {
	var made strings.Builder
	for _, c := range points {
		if c > utf8.MaxRune || !utf8.ValidRune(rune(c)) {
			return "", false
		}
		made.WriteRune(rune(c))
	}
	return made.String(), points != nil
}

// fold gives an encoded string with its digits in lower case, ASCII letters only: what is before them counts exactly.
func fold(encoded string) string {
	digits := strings.LastIndex(encoded, "-") + 1
	for c := 'A'; c <= 'Z'; c++ {
		encoded = encoded[:digits] + strings.ReplaceAll(encoded[digits:], string(c), string(c+'a'-'A'))
	}
	return encoded
}
