# The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.

package Conform;

use strict;
use warnings;
no warnings qw(utf8 portable);    # surrogates and their like are on purpose; so is hex() beyond 32 bits

# A Perl string holds any number up to this one, surrogates and what is above 10FFFF as well.
my $highest = 0x7FFF_FFFF_FFFF_FFFF;

# Answer requests until the input ends. Of the adapter:
#     module          is loaded here, and has the version; its name is the implementation's, if there is no other
#     version         the format in which the version is written
#     encode, decode  take a string and return one
#     rejects         matches the messages with which the module dies to refuse an input; any other is a fault
#     more            further words of the handshake
sub serve {
    my %adapter = (echo => sub { $_[0] }, version => '%s', more => '', @_);
    $adapter{name} ||= $adapter{module};
    my $loaded  = eval "require $adapter{module}";
    my $failure = $@;
    binmode STDOUT, ':utf8';
    $| = 1;
    while (my $line = <STDIN>) {
        my ($first, $second, @numbers) = split ' ', $line;
        if ($first ne 'conform') {
            print "$first ", answer(\%adapter, $second, map { hex } @numbers), "\n";
        } elsif ($loaded) {
            my ($name, $version) = map { escaped($_) } $adapter{name}, sprintf $adapter{version}, $adapter{module}->VERSION;
            print "conform 1 name=$name version=$version language=Perl ops=encode,decode echo=yes $adapter{more}\n";
        } else {
            print 'conform 1 error=', escaped(one_line($failure)), "\n";
            exit 1;
        }
    }
}

sub answer {
    my ($adapter, $operation, @code_points) = @_;
    return 'unsupported by Perl strings' if grep { $_ > $highest } @code_points;
    my $output = eval { $adapter->{$operation}->(join '', map { chr } @code_points) };
    return join ' ', 'ok', map { sprintf '%x', ord } split //, $output if $@ eq '';
    my $message = one_line($@);
    return $message =~ $adapter->{rejects} ? "reject $message" : "fault die: $message";
}

# The message without the places, which would also name the line of input.
sub one_line { my $text = join ' ', split ' ', shift; $text =~ s/ at \S+ line \d+(?:, <\w+> line \d+)?\.//g; return $text }

sub escaped { my $text = shift; utf8::encode($text); $text =~ s/([^\w.-])/sprintf '%%%02X', ord $1/gea; return $text }

1;
