# conform-about: Perl's Net-IDN-Encode distribution: encode_punycode and decode_punycode of Net::IDN::Punycode.
# conform-needs: perl
# conform-packages: libnet-idn-encode-perl
# conform-with: Conform.pm
# conform-run: perl -I {folder} {source}
# conform-fickle: it reads memory that is not its own

use strict;
use warnings;
use Conform;

# The module is written in C and falls back to ::PP, another codec in pure Perl, where that is not there.
eval { require Net::IDN::Punycode };

Conform::serve(
    module  => 'Net::IDN::Punycode',
    version => '%.3f',
    name    => $INC{'Net/IDN/Punycode/PP.pm'} ? 'Net::IDN::Punycode::PP' : 'Net::IDN::Punycode',
    encode  => sub { Net::IDN::Punycode::encode_punycode($_[0]) },
    decode  => sub { Net::IDN::Punycode::decode_punycode($_[0]) },

    # The module dies with plain strings.
    rejects => qr/ (?:for|in) decode_punycode$|^invalid code point$|^input exceeds punycode limit$/,
);
