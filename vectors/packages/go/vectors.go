// Package vectors has the test vectors for Punycode (RFC 3492) codecs. JUDGING.md says how to judge a codec with them.
package vectors

import _ "embed"

// All is the JSON of all vectors.
//
//go:embed punycode-vectors.json
var All []byte

// Short is the JSON without the vectors that have a side of more than 256 characters.
//
//go:embed punycode-vectors-short.json
var Short []byte
