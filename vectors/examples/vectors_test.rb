# The vectors of punycode-conform in minitest. Put this file and punycode-vectors.json beside the file that has
# Punycode.encode and Punycode.decode, which raise an ArgumentError to refuse, and run: ruby vectors_test.rb
require "json"
require "minitest/autorun"
require_relative "punycode"

class VectorsTest < Minitest::Test
  REFUSES = ArgumentError # whatever else is raised is a crash
  VECTORS = JSON.parse(File.read(File.join(__dir__, "punycode-vectors.json"), encoding: "UTF-8")).fetch("vectors")

  VECTORS.each do |vector|
    vector["operations"].each do |operation|
      define_method("test_#{vector["id"]}/#{operation}") { check(vector, operation) }
    end
  end

  def check(vector, operation)
    encoding = operation == "encode"
    sides = [text(vector["decoded"]), vector["encoded"]]
    input, other = encoding ? sides : sides.reverse
    right = vector["reject"] ? text(vector["right"]) : other
    expected = vector["expect"][operation]
    skip "strings of UTF-8 cannot hold the input" if input.nil?
    begin
      got = Punycode.public_send(operation, input)
    rescue REFUSES => e
      # A crash is a failure also where the input must be refused, so nothing else is rescued.
      refute_equal "returns", expected, "#{short(input)} is refused: #{e.message}"
      return
    end
    refute_equal "rejects", expected, "#{short(input)} is accepted"
    refute_nil right, "#{short(input)} has no right answer that a string can hold"
    wanted, given = [right, got].map { |side| (encoding ? fold(side) : side).codepoints }
    assert wanted == given, "#{short(input)} gives #{short(got)}, but #{short(right)} is right"
  end

  # The beginning of a text, which may have thousands of characters.
  def short(text)
    text[0, 40].inspect + (text.length > 40 ? " ..." : "")
  end

  # The string of these code points; nil for surrogates and what is above 10FFFF, and for no value at all.
  def text(points)
    return if points.nil? || points.any? { |c| c > 0x10FFFF || c.between?(0xD800, 0xDFFF) }

    points.pack("U*")
  end

  # An encoded string with its digits in lower case, ASCII letters only: what is before them counts exactly.
  def fold(encoded)
    literal, delimiter, digits = encoded.rpartition("-")
    literal + delimiter + digits.downcase(:ascii)
  end
end
