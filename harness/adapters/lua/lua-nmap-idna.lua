-- conform-about: Nmap's library idna in Lua: toASCII and toUnicode.
-- conform-needs: lua5.4
-- conform-packages: lua5.4 nmap-common
-- conform-layer: a-label
-- conform-with: conform.lua nmap.lua
-- conform-run: lua5.4 -e 'package.path = [[{folder}/?.lua;/usr/share/nmap/nselib/?.lua]]' {source}

local conform = require "conform"
local idna = require "idna"

conform.serve {
  name = "nmap-idna",
  version = conform.packaged("nmap-common"),
  encode = function(list) return conform.numbers(idna.toASCII(list)) end,
  decode = idna.toUnicode,
  more = "lacks=2e,3002,ff0e,ff61", -- takes a domain and splits it at these
}
