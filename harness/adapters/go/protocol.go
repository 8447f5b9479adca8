// The protocol of the adapters in Go: one answer a line, code points in hexadecimal.

package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A codec has functions of UTF-8 strings by operation; an error is how each rejects.
type codec struct {
	name, module string // the module's version is that of the codec; Go's own if it is empty
	declared     string // more words of the handshake, such as lacks=2e
	calls        map[string]func(string) (string, error)
}

func (c codec) answer(operation string, numbers []string) (reply string) {
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
			reply = fmt.Sprintf("fault panic: %s", oneLine(fault))
		}
	}()
	output, err := input.String(), error(nil)
	if operation != "echo" {
		output, err = c.calls[operation](output)
	}
	if err != nil {
		return "reject " + oneLine(err)
	}
	if !utf8.ValidString(output) {
		return fmt.Sprintf("fault UTF-8: the result is not valid, in hexadecimal %x", output)
	}
	words := []string{"ok"}
	for _, codePoint := range output {
		words = append(words, strconv.FormatInt(int64(codePoint), 16))
	}
	return strings.Join(words, " ")
}

// oneLine is short as well, for there are messages that repeat the input.
func oneLine(message any) string {
	return fmt.Sprintf("%.200s", strings.Join(strings.Fields(fmt.Sprint(message)), " "))
}

// version is that of the module that was built in.
func (c codec) version() string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == c.module {
			return dependency.Version
		}
	}
	return runtime.Version()
}

func (c codec) handshake() string {
	operations := "encode,decode"
	if c.calls["decode"] == nil {
		operations = "encode"
	}
	return fmt.Sprintf("name=%s version=%s language=Go ops=%s echo=yes %s", c.name, c.version(), operations, c.declared)
}

// serve answers requests until the end of input.
func serve(c codec) {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		words := strings.Fields(line)
		switch {
		case len(words) < 2:
		case words[0] == "conform":
			fmt.Printf("conform 1 %s\n", c.handshake())
		default:
			fmt.Printf("%s %s\n", words[0], c.answer(words[1], words[2:]))
		}
		if err != nil {
			return
		}
	}
}
