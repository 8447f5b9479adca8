// conform-about: Go's golang.org/x/net/idna: ToASCII and ToUnicode of the profile Registration.
// conform-needs: go
// conform-install: Go 1.26 or newer
// conform-versions: 0.62.0 0.7.0
// conform-layer: a-label
// conform-with: protocol.go
// conform-build: go mod init adapter
// conform-build: go get golang.org/x/net/idna@v{version}
// conform-build: go build -o {build}/adapter{exe} {source} {folder}/protocol.go
// conform-run: {build}/adapter{exe}

package main

import "golang.org/x/net/idna"

func main() {
	serve(codec{
		name:     "golang.org/x/net/idna.Registration",
		module:   "golang.org/x/net",
		declared: "lacks=2e,3002,ff0e,ff61", // it splits at dots
		calls: map[string]func(string) (string, error){
			"encode": idna.Registration.ToASCII,
			"decode": idna.Registration.ToUnicode,
		},
	})
}
