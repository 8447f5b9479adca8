<?php
// conform-about: Symfony's polyfill of PHP's intl: idn_to_ascii and idn_to_utf8 of Polyfill\Intl\Idn.
// conform-needs: php
// conform-packages: php-cli php-mbstring php-symfony-polyfill-intl-idn php-symfony-polyfill-intl-normalizer
// conform-layer: a-label
// conform-with: conform.php
// conform-run: php -d display_errors=stderr {source}

require 'conform.php';

use Symfony\Polyfill\Intl\Idn\Idn;

// A refusal is false, with flags in the last argument.
function given($label, $info): string
{
    return $label !== false ? $label : throw new Refused('error flags ' . ($info['errors'] ?? 0));
}

serve([
    'name' => 'symfony/polyfill-intl-idn',
    'package' => 'php-symfony-polyfill-intl-idn',
    'load' => 'Symfony/Polyfill/Intl/Idn/autoload.php',
    'encode' => fn ($text) => given(Idn::idn_to_ascii($text, Idn::IDNA_DEFAULT, Idn::INTL_IDNA_VARIANT_UTS46, $info), $info),
    'decode' => fn ($text) => given(Idn::idn_to_utf8($text, Idn::IDNA_DEFAULT, Idn::INTL_IDNA_VARIANT_UTS46, $info), $info),
    'more' => 'lacks=2e,3002,ff0e,ff61',    // takes a domain and splits it at these
]);
