# conform-about: Perl's URI distribution: ToASCII and ToUnicode of URI::_idna.
# conform-needs: perl
# conform-packages: liburi-perl
# conform-layer: a-label
# conform-with: Conform.pm
# conform-run: perl -I {folder} {source}

use strict;
use warnings;
use Conform;

Conform::serve(
    module => 'URI::_idna',
    encode => sub { URI::_idna::ToASCII($_[0]) },
    decode => sub { URI::_idna::ToUnicode($_[0]) },

    # The module dies with plain strings, and so does URI::_punycode below it.
    rejects => qr/^Label |^IDNA does not round-trip|^(?:non-basic code point|invalid punycode input)$/,
);
