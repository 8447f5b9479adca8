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
// what it returns. Any other exception is told as a fault. For example:
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
    if (!mb_check_encoding($output, 'UTF-8')) {
        return 'fault UTF-8: the result is not valid, in hexadecimal ' . bin2hex(substr($output, 0, 100));
    }
    $numbers = array_map(fn ($char) => dechex(mb_ord($char, 'UTF-8')), mb_str_split($output, 1, 'UTF-8'));
    return implode(' ', ['ok', ...$numbers]);
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
