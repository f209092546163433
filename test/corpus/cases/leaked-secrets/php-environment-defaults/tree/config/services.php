<?php

return [
    'storage' => [
        'key' => env('STORAGE_ACCESS_KEY', 'not-configured'),
        'region' => env('STORAGE_REGION', 'eu-central-1'),
        'bucket' => env('STORAGE_BUCKET', 'uploads-2024-a1b2c3d4'),
        'cache_key' => env('STORAGE_CACHE_KEY', 'v3:thumbs:9f86d081884c7d65'),
    ],
];
