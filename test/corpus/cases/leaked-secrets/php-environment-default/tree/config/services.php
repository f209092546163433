<?php

return [
    'billing' => [
        'endpoint' => env('BILLING_ENDPOINT', 'https://billing.internal/v2'),
        'key' => env('BILLING_API_KEY', '{{secret:hex-32}}'),
    ],
];
