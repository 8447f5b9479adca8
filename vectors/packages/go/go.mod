module github.com/OWNER/punycode-conform/vectors

go 1.16
