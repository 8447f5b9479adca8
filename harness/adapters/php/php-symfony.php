<?php
// conform-about: Symfony's polyfill of PHP's intl: the private punycodeEncode and punycodeDecode of Polyfill\Intl\Idn.
// conform-needs: php
// conform-packages: php-cli php-mbstring php-symfony-polyfill-intl-idn
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
    $numbers = code_points($output);
    if ($numbers === null) {
        return 'fault UTF-8: the result is not valid, in hexadecimal ' . bin2hex($output);
    }
    return implode(' ', ['ok', ...array_map('dechex', $numbers)]);
}

/** The code points of octets in the form of UTF-8, also of surrogates, which mbstring does not read; null for others. */
function code_points(string $octets): ?array
{
    $form = '/[\x00-\x7F]|[\xC2-\xDF][\x80-\xBF]|(?:\xE0[\xA0-\xBF]|[\xE1-\xEF][\x80-\xBF])[\x80-\xBF]'
        . '|(?:\xF0[\x90-\xBF]|[\xF1-\xF7][\x80-\xBF])[\x80-\xBF]{2}/';
    preg_match_all($form, $octets, $found);
    $number = function (string $char): int {
        $value = ord($char[0]) & (strlen($char) > 1 ? 0x7F >> strlen($char) : 0x7F);
        for ($i = 1; $i < strlen($char); $i++) {
            $value = $value << 6 | ord($char[$i]) & 0x3F;
        }
        return $value;
    };
    return implode($found[0]) === $octets ? array_map($number, $found[0]) : null;
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
