// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
//
// Fill in the function below; until then every request is answered "unsupported". The rest can stay as it is. It has a folder
// of its own, since all files of a folder are one package.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	name    = "@NAME@"
	version = "unknown"
)

var errUnsupported = errors.New("not filled in")

// ==== YOUR CODEC =====================================================================================================
// Gets the input and gives the output. An error says that the codec refused the input; errUnsupported, that its strings
// cannot hold it. Surrogates never come here, for UTF-8 does not have them. For example, with
//
//	mylib "example.org/mylib"
//
// among the imports above:
//
//	if operation == "encode" {
//		return mylib.Encode(input)
//	}
//	return mylib.Decode(input)

func call(operation, input string) (string, error) {
	return "", errUnsupported
}

// ==== The protocol: one answer a line, code points in hexadecimal =====================================================

func answer(operation string, numbers []string) (reply string) {
	echo := operation == "echo" // the way of a call without the codec, for conform doctor
	if !echo && operation != "encode" && operation != "decode" {
		return "fault no such operation"
	}
	var input strings.Builder
	for _, number := range numbers {
		codePoint, err := strconv.ParseUint(number, 16, 31)
		if err != nil || !utf8.ValidRune(rune(codePoint)) {
			return "unsupported by UTF-8 strings"
		}
		input.WriteRune(rune(codePoint))
	}
	defer func() {
		if fault := recover(); fault != nil {
			reply = "fault panic: " + oneLine(fault)
		}
	}()
	output, err := input.String(), error(nil)
	if !echo {
		output, err = call(operation, output)
	}
	switch {
	case errors.Is(err, errUnsupported):
		return "unsupported " + oneLine(err)
	case err != nil:
		return "reject " + oneLine(err)
	}
	words, ok := codePoints(output)
	if !ok {
		return fmt.Sprintf("fault UTF-8: the result is not valid, in hexadecimal %.100x", output)
	}
	return strings.Join(append([]string{"ok"}, words...), " ")
}

// codePoints reads octets in the form of UTF-8: also surrogates, of which the standard library makes U+FFFD.
func codePoints(output string) (words []string, ok bool) {
	for at := 0; at < len(output); {
		length, least := 1, 0
		switch first := output[at]; {
		case first >= 0xF0:
			length, least = 4, 0x10000
		case first >= 0xE0:
			length, least = 3, 0x800
		case first >= 0x80:
			length, least = 2, 0x80
		}
		if at+length > len(output) || output[at] >= 0xF8 || length == 2 && output[at] < 0xC0 {
			return nil, false
		}
		value := int64(output[at])
		if length > 1 {
			value &= 0x7F >> length
		}
		for _, next := range []byte(output[at+1 : at+length]) {
			if next&0xC0 != 0x80 {
				return nil, false
			}
			value = value<<6 | int64(next&0x3F)
		}
		if value < int64(least) {
			return nil, false
		}
		words = append(words, strconv.FormatInt(value, 16))
		at += length
	}
	return words, true
}

func oneLine(message any) string {
	return fmt.Sprintf("%.200s", strings.Join(strings.Fields(fmt.Sprint(message)), " "))
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		words := strings.Fields(line)
		switch {
		case len(words) < 2:
		case words[0] == "conform":
			fmt.Printf("conform 1 name=%s version=%s language=@LANGUAGE@ ops=encode,decode echo=yes\n", name, version)
		default:
			fmt.Printf("%s %s\n", words[0], answer(words[1], words[2:]))
		}
		if err != nil {
			return
		}
	}
}
