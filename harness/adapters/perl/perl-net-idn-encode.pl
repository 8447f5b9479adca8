# conform-about: Perl's Net-IDN-Encode distribution: to_ascii and to_unicode of Net::IDN::Encode.
# conform-needs: perl
# conform-packages: libnet-idn-encode-perl
# conform-layer: a-label
# conform-with: Conform.pm
# conform-run: perl -I {folder} {source}

use strict;
use warnings;
use Conform;

Conform::serve(
    module  => 'Net::IDN::Encode',
    version => '%.3f',
    encode  => sub { Net::IDN::Encode::to_ascii($_[0]) },
    decode  => sub { Net::IDN::Encode::to_unicode($_[0]) },

    # The module dies with plain strings; most name a step of UTS 46.
    rejects => qr/^Invalid label$|^label (?:empty|too long)$|^disallowed(?:_\w+)? character|\[[ABCPV]\d(?:_\d)?\]$/,
);
