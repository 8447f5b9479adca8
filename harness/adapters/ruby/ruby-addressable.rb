# conform-about: Ruby's Addressable gem: Addressable::IDNA in pure Ruby, private punycode_encode and punycode_decode.
# conform-needs: ruby
# conform-packages: ruby ruby-addressable
# conform-with: conform.rb
# conform-run: ruby {source}

require_relative "conform"

serve do
  require "addressable/idna/pure"
  require "addressable/version"
  idna = Addressable::IDNA
  Implementation.new(
    name: "Addressable",
    version: Addressable::VERSION::STRING,
    encode: ->(text) { idna.send(:punycode_encode, text) },
    decode: ->(text) { idna.send(:punycode_decode, text) },
    rejections: [idna::PunycodeBadInput, idna::PunycodeBigOutput, idna::PunycodeOverflow],
  )
end
