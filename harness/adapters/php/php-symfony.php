<?php
// conform-about: Symfony's polyfill of PHP's intl: the private punycodeEncode and punycodeDecode of Polyfill\Intl\Idn.
// conform-needs: php
// conform-install: apt-get install php-cli php-mbstring php-symfony-polyfill-intl-idn
// conform-run: php -d display_errors=stderr {source}

use Symfony\Polyfill\Intl\Idn\Idn;

// The codec: what another library would need changed.

const AUTOLOAD = 'Symfony/Polyfill/Intl/Idn/autoload.php';   // found on the include path

function codec(string $operation): ReflectionMethod
{
    static $methods = [];
    if (!isset($methods[$operation])) {
        $methods[$operation] = new ReflectionMethod(Idn::class, 'punycode' . ucfirst($operation));
        $methods[$operation]->setAccessible(true);
    }
    return $methods[$operation];
}

// The codec rejects by a plain Exception; a subclass of it or an Error is a fault.
function is_rejection(Throwable $error): bool
{
    return get_class($error) === 'Exception';
}

// The polyfill does not know its version; Debian's package does.
function version(): string
{
    $version = shell_exec("dpkg-query --show --showformat='\${Version}' php-symfony-polyfill-intl-idn");
    return $version ?: 'unknown';
}

// The protocol: one answer a line, code points in hexadecimal.

function answer(string $operation, array $code_points): string
{
    $text = '';
    foreach ($code_points as $code_point) {
        $char = $code_point <= 0x10FFFF ? mb_chr($code_point, 'UTF-8') : false;
        if ($char === false) {
            return 'unsupported by UTF-8 strings';
        }
        $text .= $char;
    }
    try {
        $output = codec($operation)->invoke(null, $text);
    } catch (Throwable $error) {
        $message = one_line($error->getMessage());
        return is_rejection($error) ? "reject $message" : 'fault ' . get_class($error) . ": $message";
    }
    if (!mb_check_encoding($output, 'UTF-8')) {
        return 'fault UTF-8: the result is not valid, in hexadecimal ' . bin2hex($output);
    }
    $numbers = array_map(fn ($char) => dechex(mb_ord($char, 'UTF-8')), mb_str_split($output, 1, 'UTF-8'));
    return implode(' ', ['ok', ...$numbers]);
}

function one_line(string $message): string
{
    return preg_replace('/\s+/', ' ', $message);
}

$failure = !extension_loaded('mbstring') ? 'PHP lacks mbstring' : null;
if (!$failure && !(@include_once AUTOLOAD)) {
    $failure = 'not on the include path: ' . AUTOLOAD;
}
while (($line = fgets(STDIN)) !== false) {
    [$first, $second, $numbers] = preg_split('/\s+/', trim($line), 3) + ['', '', ''];
    if ($first !== 'conform') {
        $numbers = preg_split('/\s+/', $numbers, -1, PREG_SPLIT_NO_EMPTY);
        echo $first, ' ', answer($second, array_map('hexdec', $numbers)), "\n";
    } elseif ($failure) {
        echo 'conform 1 error=', rawurlencode($failure), "\n";
        exit(1);
    } else {
        $version = rawurlencode(version());
        echo "conform 1 name=symfony/polyfill-intl-idn version=$version language=PHP ops=encode,decode\n";
    }
}
