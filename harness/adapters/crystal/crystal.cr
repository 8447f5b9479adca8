# conform-about: Crystal's standard library: URI::Punycode.encode and .decode.
# conform-needs: crystal
# conform-packages: crystal
# conform-build: crystal build --no-color -o {build}/adapter {source}
# conform-run: {build}/adapter

require "uri/punycode"

# The codec: what another library would need changed.

NAME = "URI::Punycode"

def call(operation, text : String) : String
  case operation
  when "encode" then URI::Punycode.encode(text)
  when "decode" then URI::Punycode.decode(text)
  else               text
  end
end

# The encoder raises a plain Exception for overflow, the decoder an ArgumentError; other subclasses are faults.
def rejection?(error)
  error.class == Exception || error.class == ArgumentError
end

# The protocol: one answer a line, code points in hexadecimal.

# A string is UTF-8 here.
def held?(code_point : UInt64?)
  code_point && code_point <= 0x10FFFF && !(0xD800 <= code_point <= 0xDFFF)
end

def answer(operation, numbers)
  code_points = numbers.map(&.to_u64?(16))
  return "unsupported by UTF-8 strings" unless code_points.all? { |code_point| held?(code_point) }

  output = call(operation, code_points.join { |code_point| code_point.not_nil!.to_i.unsafe_chr })
  "ok" + output.each_char.join { |char| " #{char.ord.to_s(16)}" }
rescue error
  message = error.message.to_s.split.join(" ")
  rejection?(error) ? "reject #{message}" : "fault #{error.class}: #{message}"
end

STDOUT.sync = true
STDIN.each_line do |line|
  words = line.split
  if words[0] == "conform"
    puts "conform 1 name=#{NAME} version=#{Crystal::VERSION} language=Crystal ops=encode,decode echo=yes"
  else
    puts "#{words[0]} #{answer(words[1], words[2..])}"
  end
end
