// conform-about: Go's gitlab.com/golang-commonmark/puny: puny.Encode and puny.Decode.
// conform-needs: go
// conform-install: Go 1.18 or newer
// conform-packages: golang-go
// conform-build: go mod init adapter
// conform-build: go get gitlab.com/golang-commonmark/puny@v0.0.0-20191124015043-9f83538fa04f
// conform-build: go build -o {build}/adapter{exe} {source}
// conform-run: {build}/adapter{exe}

package main

import (
	"bufio"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"unicode/utf8"

	"gitlab.com/golang-commonmark/puny"
)

// The codec: what another library would need changed.

const module = "gitlab.com/golang-commonmark/puny"

var codec = map[string]func(string) (string, error){"encode": puny.Encode, "decode": puny.Decode}

// The protocol: one answer a line, code points in hexadecimal.

func answer(operation string, numbers []string) (reply string) {
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
	output, err := codec[operation](input.String())
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
func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, dependency := range info.Deps {
		if dependency.Path == module {
			return dependency.Version
		}
	}
	return "unknown"
}

func main() {
	in := bufio.NewReader(os.Stdin)
	for {
		line, err := in.ReadString('\n')
		words := strings.Fields(line)
		switch {
		case len(words) < 2:
		case words[0] == "conform":
			fmt.Printf("conform 1 name=%s version=%s language=Go ops=encode,decode\n", module, version())
		default:
			fmt.Printf("%s %s\n", words[0], answer(words[1], words[2:]))
		}
		if err != nil {
			return
		}
	}
}
