# conform-about: Perl's Mojolicious: punycode_encode and punycode_decode of Mojo::Util.
# conform-needs: perl
# conform-packages: libmojolicious-perl
# conform-with: Conform.pm
# conform-run: perl -I {folder} {source}

use strict;
use warnings;
use Conform;

Conform::serve(
    module => 'Mojolicious',    # loads Mojo::Util, and has the version
    name   => 'Mojo::Util',
    encode => sub { Mojo::Util::punycode_encode($_[0]) },
    decode => sub { Mojo::Util::punycode_decode($_[0]) },

    # It documents no refusal and has no message for one.
    rejects => qr/^(?!)/,
);
