-- The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.

local conform = {}

local function code_points(numbers, highest)
  local list = {}
  for number in numbers:gmatch("%x+") do
    local value = #number < 16 and tonumber(number, 16)
    if not value or value > highest then return nil end
    list[#list + 1] = value
  end
  return list
end

local function answer(adapted, operation, numbers)
  -- A table of code points holds 63-bit integers.
  local input = code_points(numbers, math.maxinteger)
  if not input then return "unsupported by 63-bit integers" end
  local fine, output, why = pcall(operation == "echo" and function(list) return list end or adapted[operation], input)
  if not fine then return output == conform.unsupported and output or "fault error: " .. tostring(output):gsub("%s+", " ") end
  -- The libraries refuse by nil and perhaps a message.
  if output == nil then return "reject " .. (why or "nil") end
  local words = {"ok"}
  for _, code_point in ipairs(output) do words[#words + 1] = ("%x"):format(code_point) end
  return table.concat(words, " ")
end

conform.unsupported = "unsupported by UTF-8 strings"

-- For what takes octets: the UTF-8 of the code points. Raises the word of the protocol that says that there is none.
function conform.octets(list)
  local parts = {}
  for i, code_point in ipairs(list) do
    local held = code_point <= 0x10FFFF and (code_point < 0xD800 or code_point > 0xDFFF)
    parts[i] = held and utf8.char(code_point) or error(conform.unsupported, 0)
  end
  return table.concat(parts)
end

-- For what gives octets of ASCII, or nil and a message.
function conform.numbers(octets, why)
  return octets and {octets:byte(1, -1)}, why
end

-- Answers requests until the input ends. encode and decode take and return a table of code points.
function conform.serve(adapted)
  io.stdout:setvbuf("line")
  for line in io.lines() do
    local first, second, numbers = line:match("^%s*(%S+)%s+(%S+)(.*)$")
    if first == "conform" then
      print(("conform 1 name=%s version=%s language=Lua ops=encode,decode echo=yes %s"):format(
        adapted.name, adapted.version, adapted.more or ""))
    else
      print(first .. " " .. answer(adapted, second, numbers))
    end
  end
end

-- The version of a Debian package, for a library that does not know its own.
function conform.packaged(package)
  return io.popen("dpkg-query --show --showformat='${Version}' " .. package):read("a")
end

return conform
