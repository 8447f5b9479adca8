# conform-about: Perl's Net-IDN-Encode distribution: the codec in pure Perl, Net::IDN::Punycode::PP.
# conform-needs: perl
# conform-packages: libnet-idn-encode-perl
# conform-with: Conform.pm
# conform-run: perl -I {folder} {source}

use strict;
use warnings;
use Conform;

Conform::serve(
    module => 'Net::IDN::Punycode::PP',
    encode => sub { Net::IDN::Punycode::PP::encode_punycode($_[0]) },
    decode => sub { Net::IDN::Punycode::PP::decode_punycode($_[0]) },

    # The module dies with plain strings.
    rejects => qr/ (?:for|in) decode_punycode$|^invalid code point$|^input exceeds punycode limit$/,
);
