<?php
// conform-about: Horde_Idna: encode and decode of Horde_Idna_Punycode, its own codec for PHP without intl.
// conform-needs: php
// conform-packages: php-cli php-mbstring php-horde-idna
// conform-layer: a-label
// conform-with: conform.php
// conform-run: php -d display_errors=stderr {source}

require 'conform.php';

spl_autoload_register(fn ($class) => require str_replace('_', '/', $class) . '.php');

serve([
    'name' => 'Horde_Idna',
    'package' => 'php-horde-idna',
    'load' => 'Horde/Idna/Punycode.php',
    'encode' => fn ($text) => (new Horde_Idna_Punycode())->encode($text),
    'decode' => fn ($text) => (new Horde_Idna_Punycode())->decode($text),
    // It documents no refusal of an input.
    'more' => 'lacks=2e',    // takes a domain and splits it at dots
]);
