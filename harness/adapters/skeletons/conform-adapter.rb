# An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
#
# Fill in the constants below; until then every request is answered "unsupported". The rest can stay as it is.

require "erb"

NAME = "@NAME@"
VERSION = "unknown" # better: the version as the library itself says it

# ==== YOUR CODEC ======================================================================================================
# Two lambdas from string to string, and the exception classes by which the codec refuses an input. For SimpleIDN:
#
#     require "simpleidn"
#     REJECTIONS = [SimpleIDN::ConversionError].freeze
#     CODEC = {
#       "encode" => ->(text) { SimpleIDN::Punycode.encode(text) },
#       "decode" => ->(text) { SimpleIDN::Punycode.decode(text) },
#     }.freeze
#
# For a codec that is documented to refuse by nil: ->(text) { MyLib.decode(text) || raise(Rejected, "nil") }

class Rejected < StandardError; end
REJECTIONS = [Rejected].freeze
CODEC = {
  "encode" => nil,
  "decode" => nil,
}.freeze

# ==== The protocol: one answer a line, code points in hexadecimal =====================================================

# What takes a string; an echo goes the way of a call without the codec, for conform doctor.
CALLED = CODEC.merge("echo" => ->(text) { text }).freeze

# A string is UTF-8 here.
def held?(code_point)
  code_point <= 0x10FFFF && !code_point.between?(0xD800, 0xDFFF)
end

def answer(operation, code_points)
  return "fault no such operation" unless CALLED.key?(operation)
  return "unsupported not filled in" unless CALLED[operation]
  return "unsupported by UTF-8 strings" unless code_points.all? { |code_point| held?(code_point) }

  # unpack, because codepoints raises for what a codec should not but may have put into its string
  output = CALLED.fetch(operation).call(code_points.pack("U*")).unpack("U*")
  ["ok", *output.map { |code_point| code_point.to_s(16) }].join(" ")
rescue *REJECTIONS => e
  "reject #{one_line(e.message)}"
rescue StandardError => e
  "fault #{e.class}: #{one_line(e.message)}"
end

def one_line(message)
  message.scrub.split.join(" ")[0, 200]
end

$stdout.sync = true
$stdin.each_line do |line|
  first, second, *numbers = line.split
  next unless second

  if first == "conform"
    name, version = [NAME, VERSION].map { |value| ERB::Util.url_encode(value) }
    puts "conform 1 name=#{name} version=#{version} language=@LANGUAGE@ ops=encode,decode echo=yes"
  else
    puts "#{first} #{answer(second, numbers.map(&:hex))}"
  end
end
