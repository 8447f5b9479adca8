<?php
// The protocol, for the adapters of this folder: one answer a line, code points in hexadecimal.

// How an adapter says that an implementation without exceptions refused an input.
class Refused extends Exception
{
}

/**
 * Answer requests until the input ends.
 *
 * @param array $adapter name:       of the implementation
 *                       package:    Debian's, which has the version, if there is no key version
 *                       load:       a file on the include path, to be loaded first
 *                       extensions: of PHP that it needs, besides mbstring
 *                       encode, decode: take and return a string in UTF-8
 *                       rejects:    says of a Throwable whether the implementation refuses an input by it;
 *                                   without this key, by none but Refused
 *                       more:       further words of the handshake
 */
function serve(array $adapter): void
{
    $adapter += ['extensions' => [], 'more' => '', 'echo' => fn ($text) => $text];
    $adapter += ['rejects' => fn (Throwable $error) => $error instanceof Refused];
    $failure = failure($adapter);
    while (($line = fgets(STDIN)) !== false) {
        [$first, $second, $numbers] = preg_split('/\s+/', trim($line), 3) + ['', '', ''];
        if ($first !== 'conform') {
            $numbers = preg_split('/\s+/', $numbers, -1, PREG_SPLIT_NO_EMPTY);
            echo $first, ' ', answer($adapter, $second, array_map('hexdec', $numbers)), "\n";
        } elseif ($failure) {
            echo 'conform 1 error=', rawurlencode($failure), "\n";
            exit(1);
        } else {
            $version = rawurlencode($adapter['version'] ?? packaged($adapter['package']));
            echo "conform 1 name={$adapter['name']} version=$version language=PHP ops=encode,decode echo=yes {$adapter['more']}\n";
        }
    }
}

function failure(array $adapter): ?string
{
    foreach (['mbstring', ...$adapter['extensions']] as $extension) {
        if (!extension_loaded($extension)) {
            return "PHP lacks $extension";
        }
    }
    $found = !isset($adapter['load']) || (@include_once $adapter['load']);
    return $found ? null : "not on the include path: {$adapter['load']}";
}

// The version of one of Debian's packages, for an implementation that does not know its own.
function packaged(string $package): string
{
    return shell_exec("dpkg-query --show --showformat='\${Version}' $package") ?: 'unknown';
}

function answer(array $adapter, string $operation, array $code_points): string
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
        $output = $adapter[$operation]($text);
    } catch (Throwable $error) {
        $message = preg_replace('/\s+/', ' ', $error->getMessage());
        return $adapter['rejects']($error) ? "reject $message" : 'fault ' . get_class($error) . ": $message";
    }
    $numbers = code_points($output);
    if ($numbers === null) {
        return 'fault UTF-8: the result is not valid, in hexadecimal ' . bin2hex($output);
    }
    return implode(' ', ['ok', ...array_map('dechex', $numbers)]);
}

// The code points of octets in the form of UTF-8, also of surrogates, which mbstring does not read; null for others.
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
