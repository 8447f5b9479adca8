// conform-about: Go's golang.org/x/net/idna: the unexported encode and decode below its IDNA.
// conform-needs: go
// conform-install: Go 1.26 or newer
// conform-versions: 0.62.0
// conform-with: protocol.go
// conform-build: go mod init adapter
// conform-build: go get golang.org/x/net/idna@v{version}
// conform-build: go build -o {build}/adapter{exe} {source} {folder}/protocol.go
// conform-run: {build}/adapter{exe}

package main

import (
	_ "unsafe" // for go:linkname

	_ "golang.org/x/net/idna"
)

// The two functions are unexported; the linker is told to use them all the same.

//go:linkname encode golang.org/x/net/idna.encode
func encode(prefix, text string) (string, error)

//go:linkname decode golang.org/x/net/idna.decode
func decode(label string) (string, error)

func main() {
	serve(codec{
		name:   "golang.org/x/net/idna",
		module: "golang.org/x/net",
		calls: map[string]func(string) (string, error){
			"encode": func(text string) (string, error) { return encode("", text) },
			"decode": decode,
		},
	})
}
