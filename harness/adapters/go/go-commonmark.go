// conform-about: Go's gitlab.com/golang-commonmark/puny: puny.Encode and puny.Decode.
// conform-needs: go
// conform-install: Go 1.18 or newer
// conform-packages: golang-go
// conform-with: protocol.go
// conform-build: go mod init adapter
// conform-build: go get gitlab.com/golang-commonmark/puny@v0.0.0-20191124015043-9f83538fa04f
// conform-build: go build -o {build}/adapter{exe} {source} {folder}/protocol.go
// conform-run: {build}/adapter{exe}

package main

import "gitlab.com/golang-commonmark/puny"

func main() {
	module := "gitlab.com/golang-commonmark/puny"
	calls := map[string]func(string) (string, error){"encode": puny.Encode, "decode": puny.Decode}
	serve(codec{name: module, module: module, calls: calls})
}
