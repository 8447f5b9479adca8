# An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers.
#
# Fill in the hash below; until then every request is answered "unsupported". The rest can stay as it is.

use strict;
use warnings;
no warnings qw(utf8 portable);    # surrogates and their like are on purpose; so is hex() beyond 32 bits

my ($name, $version) = ('@NAME@', 'unknown');    # better: the version as the module itself says it

# ==== YOUR CODEC ======================================================================================================
# Two functions from string to string, and what the codec's message for a refusal looks like. For URI::_punycode:
#
#     use URI::_punycode ();
#     my %codec = (
#         encode => sub { URI::_punycode::encode_punycode($_[0]) },
#         decode => sub { URI::_punycode::decode_punycode($_[0]) },
#     );
#     my $rejection = qr/^(?:non-basic code point|invalid punycode input)$/;

my %codec = (
    encode => undef,
    decode => undef,
);
my $rejection = qr/^(?!)/;    # matches nothing

# ==== The protocol: one answer a line, code points in hexadecimal =====================================================

# An echo goes the way of a call without the codec, for conform doctor.
$codec{echo} = sub { $_[0] };

# A Perl string holds any number up to this one, surrogates and what is above 10FFFF as well.
my $highest = 0x7FFF_FFFF_FFFF_FFFF;

sub answer {
    my ($operation, @numbers) = @_;
    return 'fault no such operation'        unless exists $codec{$operation};
    return 'unsupported not filled in'      unless $codec{$operation};
    return 'unsupported by 64-bit integers' if grep { length > 16 } @numbers;
    my @code_points = map { hex } @numbers;
    return 'unsupported by Perl strings' if grep { $_ > $highest } @code_points;
    my $output = eval { $codec{$operation}->(join '', map { chr } @code_points) };
    return 'fault the codec returned undef' if $@ eq '' && !defined $output;
    return join ' ', 'ok', map { sprintf '%x', ord } split //, $output if $@ eq '';
    my $message = one_line($@);
    return $message =~ $rejection ? "reject $message" : "fault die: $message";
}

# The message without the place, which would also name the line of input.
sub one_line {
    my $text = join ' ', split ' ', shift;
    $text =~ s/ at \S+ line \d+.*//;
    return substr $text, 0, 200;
}

sub escaped { my $text = shift; utf8::encode($text); $text =~ s/([^\w.-])/sprintf '%%%02X', ord $1/gea; return $text }

binmode STDOUT, ':utf8';
$| = 1;
while (my $line = <STDIN>) {
    my ($first, $second, @numbers) = split ' ', $line;
    next unless defined $second;
    if ($first eq 'conform') {
        print 'conform 1 name=', escaped($name), ' version=', escaped($version), " language=@LANGUAGE@ ops=encode,decode echo=yes\n";
    } else {
        print "$first ", answer($second, @numbers), "\n";
    }
}
