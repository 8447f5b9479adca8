# conform-about: Ruby's SimpleIDN gem: SimpleIDN.to_ascii and .to_unicode.
# conform-needs: ruby
# conform-packages: ruby ruby-simpleidn
# conform-layer: a-label
# conform-with: conform.rb
# conform-run: ruby {source}

require_relative "conform"

serve do
  require "simpleidn"
  Implementation.new(
    name: "SimpleIDN",
    version: SimpleIDN::VERSION,
    encode: ->(text) { SimpleIDN.to_ascii(text) },
    decode: ->(text) { SimpleIDN.to_unicode(text) },
    rejections: [SimpleIDN::ConversionError],
    more: "lacks=2e,3002,ff0e,ff61", # takes a domain and splits it at these
  )
end
