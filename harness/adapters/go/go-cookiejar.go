// conform-about: Go's standard library, net/http/cookiejar: its unexported encode. It has no decoder.
// conform-needs: go
// conform-install: Go 1.26 or newer
// conform-with: protocol.go
// conform-build: go mod init adapter
// conform-build: go build -ldflags=-checklinkname=0 -o {build}/adapter{exe} {source} {folder}/protocol.go
// conform-run: {build}/adapter{exe}

package main

import (
	_ "net/http/cookiejar"
	_ "unsafe" // for go:linkname
)

// The function is unexported; the linker is told to use it all the same.

//go:linkname encode net/http/cookiejar.encode
func encode(prefix, text string) (string, error)

func main() {
	serve(codec{
		name: "net/http/cookiejar",
		calls: map[string]func(string) (string, error){
			"encode": func(text string) (string, error) { return encode("", text) },
		},
	})
}
