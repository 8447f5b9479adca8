# conform-about: Perl's URI distribution: encode_punycode and decode_punycode of URI::_punycode.
# conform-needs: perl
# conform-packages: liburi-perl
# conform-with: Conform.pm
# conform-run: perl -I {folder} {source}

use strict;
use warnings;
use Conform;

Conform::serve(
    module => 'URI::_punycode',
    encode => sub { URI::_punycode::encode_punycode($_[0]) },
    decode => sub { URI::_punycode::decode_punycode($_[0]) },

    # The module dies with plain strings.
    rejects => qr/^(?:non-basic code point|invalid punycode input)$/,
);
