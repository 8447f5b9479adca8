# conform-about: Ruby's SimpleIDN gem: SimpleIDN::Punycode.encode and .decode.
# conform-needs: ruby
# conform-packages: ruby ruby-simpleidn
# conform-run: ruby {source}

require "erb"

# The codec: what another library would need changed.

begin
  require "simpleidn"
rescue LoadError => failure
  FAILURE = failure.message
else
  FAILURE = nil
  NAME = "SimpleIDN"
  VERSION = SimpleIDN::VERSION
  REJECTIONS = [SimpleIDN::ConversionError].freeze
  CODEC = {
    "encode" => ->(text) { SimpleIDN::Punycode.encode(text) },
    "decode" => ->(text) { SimpleIDN::Punycode.decode(text) },
  }.freeze
end

# The protocol: one answer a line, code points in hexadecimal.

# A string is UTF-8 here.
def held?(code_point)
  code_point <= 0x10FFFF && !code_point.between?(0xD800, 0xDFFF)
end

def answer(operation, code_points)
  return "unsupported by UTF-8 strings" unless code_points.all? { |code_point| held?(code_point) }

  # unpack, because codepoints raises for what a codec should not but may have put into its string
  output = CODEC.fetch(operation).call(code_points.pack("U*")).unpack("U*")
  ["ok", *output.map { |code_point| code_point.to_s(16) }].join(" ")
rescue *REJECTIONS => e
  "reject #{one_line(e.message)}"
rescue StandardError => e
  "fault #{e.class}: #{one_line(e.message)}"
end

def one_line(message)
  message.scrub.split.join(" ")
end

$stdout.sync = true
$stdin.each_line do |line|
  first, second, *numbers = line.split
  if first != "conform"
    puts "#{first} #{answer(second, numbers.map(&:hex))}"
  elsif FAILURE
    puts "conform 1 error=#{ERB::Util.url_encode(FAILURE)}"
    exit 1
  else
    puts "conform 1 name=#{NAME} version=#{ERB::Util.url_encode(VERSION)} language=Ruby ops=encode,decode"
  end
end
