<?php
// conform-about: PHP's extension intl: idn_to_ascii and idn_to_utf8, which call ICU4C.
// conform-needs: php
// conform-packages: php-cli php-mbstring php-intl
// conform-layer: a-label
// conform-with: conform.php
// conform-run: php -d display_errors=stderr {source}

require 'conform.php';

// A refusal is false, with flags in the last argument.
function given($label, $info): string
{
    return $label !== false ? $label : throw new Refused('error flags ' . ($info['errors'] ?? 0));
}

serve([
    'name' => 'intl',
    'version' => PHP_VERSION . (defined('INTL_ICU_VERSION') ? ' with ICU ' . INTL_ICU_VERSION : ''),
    'extensions' => ['intl'],
    'encode' => fn ($text) => given(idn_to_ascii($text, IDNA_DEFAULT, INTL_IDNA_VARIANT_UTS46, $info), $info),
    'decode' => fn ($text) => given(idn_to_utf8($text, IDNA_DEFAULT, INTL_IDNA_VARIANT_UTS46, $info), $info),
    // PHP 8.4 and newer raise a ValueError for the empty string.
    'rejects' => fn (Throwable $error) => $error instanceof Refused || $error instanceof ValueError,
    'more' => 'lacks=2e,3002,ff0e,ff61',    // takes a domain and splits it at these
]);
