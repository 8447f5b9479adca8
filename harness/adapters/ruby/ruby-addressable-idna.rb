# conform-about: Ruby's Addressable gem: to_ascii and to_unicode of Addressable::IDNA in pure Ruby.
# conform-needs: ruby
# conform-packages: ruby ruby-addressable
# conform-layer: a-label
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
    encode: ->(text) { idna.to_ascii(text) },
    decode: ->(text) { idna.to_unicode(text) },
    rejections: [idna::PunycodeBadInput, idna::PunycodeBigOutput, idna::PunycodeOverflow],
    more: "lacks=2e", # takes a domain and splits it at dots
  )
end
