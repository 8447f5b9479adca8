# The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.

require "erb"

# What an adapter says of its implementation. The encoder and the decoder take and return a string in UTF-8; rejections are
# the exception classes by which they refuse an input, any other is a fault; more is further words of the handshake.
Implementation = Struct.new(:name, :version, :encode, :decode, :rejections, :more, keyword_init: true) do
  def echo = ->(text) { text }

  def handshake
    name, version = [self.name, self.version].map { |value| ERB::Util.url_encode(value) }
    "name=#{name} version=#{version} language=Ruby ops=encode,decode echo=yes #{more}"
  end
end

# Answers requests until the input ends. The block loads what is adapted and gives its Implementation.
def serve
  begin
    adapted = yield
  rescue LoadError => e
    failure = e.message
  end
  $stdout.sync = true
  $stdin.each_line do |line|
    first, second, *numbers = line.split
    if first != "conform"
      puts "#{first} #{answer(adapted, second, numbers.map(&:hex))}"
    elsif failure
      puts "conform 1 error=#{ERB::Util.url_encode(failure)}"
      exit 1
    else
      puts "conform 1 #{adapted.handshake}"
    end
  end
end

def answer(adapted, operation, code_points)
  return "unsupported by UTF-8 strings" unless code_points.all? { |code_point| held?(code_point) }

  # unpack, because codepoints raises for what a codec should not but may have put into its string
  output = adapted.public_send(operation).call(code_points.pack("U*")).unpack("U*")
  ["ok", *output.map { |code_point| code_point.to_s(16) }].join(" ")
rescue *adapted.rejections => e
  "reject #{one_line(e.message)}"
rescue StandardError => e
  "fault #{e.class}: #{one_line(e.message)}"
end

# A string is UTF-8 here.
def held?(code_point)
  code_point <= 0x10FFFF && !code_point.between?(0xD800, 0xDFFF)
end

def one_line(message)
  message.scrub.split.join(" ")
end
