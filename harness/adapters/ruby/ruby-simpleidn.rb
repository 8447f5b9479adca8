# conform-about: Ruby's SimpleIDN gem: SimpleIDN::Punycode.encode and .decode.
# conform-needs: ruby
# conform-packages: ruby ruby-simpleidn
# conform-with: conform.rb
# conform-run: ruby {source}

require_relative "conform"

serve do
  require "simpleidn"
  Implementation.new(
    name: "SimpleIDN",
    version: SimpleIDN::VERSION,
    encode: ->(text) { SimpleIDN::Punycode.encode(text) },
    decode: ->(text) { SimpleIDN::Punycode.decode(text) },
    rejections: [SimpleIDN::ConversionError],
  )
end
