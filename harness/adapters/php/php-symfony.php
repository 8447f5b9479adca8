<?php
// conform-about: Symfony's polyfill of PHP's intl: the private punycodeEncode and punycodeDecode of Polyfill\Intl\Idn.
// conform-needs: php
// conform-packages: php-cli php-mbstring php-symfony-polyfill-intl-idn
// conform-with: conform.php
// conform-run: php -d display_errors=stderr {source}

require 'conform.php';

use Symfony\Polyfill\Intl\Idn\Idn;

function codec(string $name): callable
{
    return function (string $text) use ($name): string {
        static $method;
        $method ??= new ReflectionMethod(Idn::class, $name);
        $method->setAccessible(true);
        return $method->invoke(null, $text);
    };
}

serve([
    'name' => 'symfony/polyfill-intl-idn',
    'package' => 'php-symfony-polyfill-intl-idn',
    'load' => 'Symfony/Polyfill/Intl/Idn/autoload.php',
    'encode' => codec('punycodeEncode'),
    'decode' => codec('punycodeDecode'),
    // A plain Exception; a subclass of it or an Error is a fault.
    'rejects' => fn (Throwable $error) => get_class($error) === 'Exception',
]);
