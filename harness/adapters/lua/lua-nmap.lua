-- conform-about: Nmap's library punycode in Lua: encode_input and decode_input.
-- conform-needs: lua5.4
-- conform-packages: lua5.4 nmap-common
-- conform-with: conform.lua nmap.lua
-- conform-run: lua5.4 -e 'package.path = [[{folder}/?.lua;/usr/share/nmap/nselib/?.lua]]' {source}

local conform = require "conform"
local punycode = require "punycode"

conform.serve {
  name = "nmap-punycode",
  version = conform.packaged("nmap-common"),
  encode = function(list) return conform.numbers(punycode.encode_input(list)) end,
  decode = function(list) return punycode.decode_input(conform.octets(list)) end,
}
