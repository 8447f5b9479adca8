# conform-about: Perl's URI distribution: encode_punycode and decode_punycode of URI::_punycode.
# conform-needs: perl
# conform-packages: liburi-perl
# conform-run: perl {source}

use strict;
use warnings;
no warnings qw(utf8 portable);    # surrogates and their like are on purpose; so is hex() beyond 32 bits

# The codec: what another library would need changed.

my $loaded  = eval { require URI::_punycode };
my $failure = $@;

my ($name, $version) = ('URI::_punycode', $URI::_punycode::VERSION);
my %codec = (
    encode => sub { URI::_punycode::encode_punycode($_[0]) },
    decode => sub { URI::_punycode::decode_punycode($_[0]) },
    echo   => sub { $_[0] },
);

# The module dies with plain strings; by these it refuses an input, any other is a fault.
my $rejection = qr/^(?:non-basic code point|invalid punycode input)$/;

# The protocol: one answer a line, code points in hexadecimal.

# A Perl string holds any number up to this one, surrogates and what is above 10FFFF as well.
my $highest = 0x7FFF_FFFF_FFFF_FFFF;

sub answer {
    my ($operation, @code_points) = @_;
    return 'unsupported by Perl strings' if grep { $_ > $highest } @code_points;
    my $output = eval { $codec{$operation}->(join '', map { chr } @code_points) };
    return join ' ', 'ok', map { sprintf '%x', ord } split //, $output if $@ eq '';
    my $message = one_line($@);
    return $message =~ $rejection ? "reject $message" : "fault die: $message";
}

# The message without the place, which would also name the line of input.
sub one_line { my $text = join ' ', split ' ', shift; $text =~ s/ at \S+ line \d+.*//; return $text }

sub escaped { my $text = shift; utf8::encode($text); $text =~ s/([^\w.-])/sprintf '%%%02X', ord $1/gea; return $text }

binmode STDOUT, ':utf8';
$| = 1;
while (my $line = <STDIN>) {
    my ($first, $second, @numbers) = split ' ', $line;
    if ($first ne 'conform') {
        print "$first ", answer($second, map { hex } @numbers), "\n";
    } elsif ($loaded) {
        print 'conform 1 name=', escaped($name), ' version=', escaped($version), " language=Perl ops=encode,decode echo=yes\n";
    } else {
        print 'conform 1 error=', escaped(one_line($failure)), "\n";
        exit 1;
    }
}
