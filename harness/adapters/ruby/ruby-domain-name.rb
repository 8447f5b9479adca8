# conform-about: Ruby's gem domain_name: DomainName::Punycode.encode and .decode.
# conform-needs: ruby
# conform-packages: ruby ruby-domain-name
# conform-with: conform.rb
# conform-run: ruby {source}

require_relative "conform"

serve do
  require "domain_name"
  require "domain_name/version"
  Implementation.new(
    name: "domain_name",
    version: DomainName::VERSION,
    encode: ->(text) { DomainName::Punycode.encode(text) },
    decode: ->(text) { DomainName::Punycode.decode(text) },
    rejections: [DomainName::Punycode::ArgumentError], # not Ruby's class of that name
  )
end
