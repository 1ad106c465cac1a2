// Records math.Max and math.Min of Go:
//
//	./operands.py f64 | go run record.go | gzip -9n > go.gz
package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
)

func main() {
	fmt.Println("# row: function dtype x z y")
	fmt.Printf("# %s, %s\n", runtime.Version(), runtime.GOARCH)
	pairs := bufio.NewScanner(os.Stdin)
	for pairs.Scan() {
		var dtype, xDigits, zDigits string
		fmt.Sscan(pairs.Text(), &dtype, &xDigits, &zDigits)
		x, _ := strconv.ParseUint(xDigits, 16, 64)
		z, _ := strconv.ParseUint(zDigits, 16, 64)
		largest := math.Max(math.Float64frombits(x), math.Float64frombits(z))
		smallest := math.Min(math.Float64frombits(x), math.Float64frombits(z))
		fmt.Printf("go.max %s %016x\n", pairs.Text(), math.Float64bits(largest))
		fmt.Printf("go.min %s %016x\n", pairs.Text(), math.Float64bits(smallest))
	}
}
