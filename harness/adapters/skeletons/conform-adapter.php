<?php
// An adapter for conform: it reads requests, calls a Punycode codec, and writes the answers. It needs mbstring.
//
// Fill in the function below; until then every request is answered "unsupported". The rest can stay as it is.

ini_set('display_errors', 'stderr');   // warnings must not get into the protocol

const NAME = '@NAME@';
const VERSION = 'unknown';   // better: the version as the library itself says it

class Rejected extends Exception {}
class Unsupported extends Exception {}

// ==== YOUR CODEC =====================================================================================================
// Gets a UTF-8 string and gives one. Throw Rejected if the codec refuses the input: catch its own exception, or look at
// what it returns. Any other exception is reported as a fault. For example, after require __DIR__ . '/vendor/autoload.php':
//
//     try {
//         return $operation === 'encode' ? MyLib::encode($input) : MyLib::decode($input);
//     } catch (MyLib\PunycodeException $error) {
//         throw new Rejected($error->getMessage());
//     }

function call(string $operation, string $input): string
{
    throw new Unsupported('not filled in');
}

// ==== The protocol: one answer a line, code points in hexadecimal =====================================================

function answer(string $operation, array $code_points): string
{
    $echo = $operation === 'echo'; // the way of a call without the codec, for conform doctor
    if (!$echo && $operation !== 'encode' && $operation !== 'decode') {
        return 'fault no such operation';
    }
    $text = '';
    foreach ($code_points as $code_point) {
        $char = $code_point <= 0x10FFFF ? mb_chr($code_point, 'UTF-8') : false;
        if ($char === false) {
            return 'unsupported by UTF-8 strings';
        }
        $text .= $char;
    }
    try {
        $output = $echo ? $text : call($operation, $text);
    } catch (Rejected $error) {
        return 'reject ' . one_line($error->getMessage());
    } catch (Unsupported $error) {
        return 'unsupported ' . one_line($error->getMessage());
    } catch (Throwable $error) {
        return 'fault ' . get_class($error) . ': ' . one_line($error->getMessage());
    }
    $numbers = code_points($output);
    if ($numbers === null) {
        return 'fault UTF-8: the result is not valid, in hexadecimal ' . bin2hex(substr($output, 0, 100));
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
    return substr(preg_replace('/\s+/', ' ', $message), 0, 200);
}

while (($line = fgets(STDIN)) !== false) {
    $numbers = preg_split('/\s+/', trim($line));
    $first = array_shift($numbers);
    $second = array_shift($numbers) ?? '';
    if ($first === 'conform') {
        [$name, $version] = array_map('rawurlencode', [NAME, VERSION]);
        echo "conform 1 name=$name version=$version language=@LANGUAGE@ ops=encode,decode echo=yes\n";
    } else {
        echo $first, ' ', answer($second, array_map('hexdec', $numbers)), "\n";
    }
}
