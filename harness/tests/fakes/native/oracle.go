package punycode

import (
	"bufio"
	"fmt"
	"math/bits"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestOracle answers each line of standard input, `decode` or `encode` and hexadecimal code points, with what the oracle in Go
// says: what is due, the bits of its integers, and the right answer; or only what is due.
func TestOracle(t *testing.T) {
	lines := bufio.NewReader(os.Stdin)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		words, points := strings.Fields(line), []rune{}
		for _, word := range words[1:] {
			c, _ := strconv.ParseUint(word, 16, 32)
			points = append(points, rune(c))
		}
		right := oracleDecode(string(points))
		if words[0] == "encode" {
			right = oracleEncode(string(points))
		}
		fmt.Fprint(out, right.due())
		if right.refusal == "" {
			fmt.Fprintf(out, " %d:", max(26, bits.Len64(right.greatest)))
			for _, c := range right.text {
				fmt.Fprintf(out, " %x", c)
			}
		}
		fmt.Fprintln(out)
	}
}
