import type { Credential, MatchedText } from '../credential.ts'
import { isPlaceholder, isSequence } from '../placeholder.ts'
import { entropyOf, isVaried } from '../randomness.ts'

const alnum = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const hex = '0123456789abcdef'
const session = { grants: 'sign session cookies and password reset links, and so act as any user' } as const

/** Words that occur in keys written by hand. */
const written = /change|insecure|example|your|dummy|replace|secret|test|phrase|todo/i

/** Reports whether a key with arbitrary characters looks generated. */
function isGeneratedKey({ secret }: MatchedText): boolean {
  const key = secret.replace(/^django-insecure-/, '')
  return entropyOf(key) >= 3.8 && !isSequence(key) && !written.test(key) && !/[)}]$|\s{2}|^(?:env|os)\b/.test(key)
}

/** Secret keys of web frameworks. */
export const frameworks: readonly Credential[] = [
  {
    // Format: https://docs.djangoproject.com/en/stable/ref/settings/#secret-key, 50 characters.
    id: 'leaked-django-secret-key',
    name: 'Django secret key',
    keywords: ['secret_key'],
    insideWords: false,
    files: { path: /\.py$/i },
    exampleFile: 'site/settings.py',
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /SECRET_KEY\s{0,3}=\s{0,3}[bru]?["'](?<secret>[!-&(-~]{40,120})["']/y,
    after: 150,
    prefixLength: 0,
    selfMade: true,
    judgesPlaceholders: true,
    accepts: isGeneratedKey,
    ...session,
    revoke: 'Generate a new key, which ends all sessions',
    examples: ({ fill }) => [`SECRET_KEY = '${fill(`${alnum}!@#$%^&*(-_=+)`, 50)}'\n`],
    decoys: ["SECRET_KEY = 'django-insecure-change-me-before-you-deploy-this-application'\n"],
  },
  {
    // Format: https://docs.djangoproject.com/en/stable/ref/settings/#secret-key, the prefix of `startproject`.
    id: 'leaked-django-project-key',
    name: 'Django secret key of a new project',
    keywords: ['django-insecure-'],
    insideWords: false,
    // In Python files, the assignment identifies the key.
    files: { path: /(?<!\.pyi?)$/i },
    exampleFile: 'deploy/site.env',
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>django-insecure-[!-&(-~]{50})(?![!-&(-~])/y,
    after: 70,
    prefixLength: 16,
    selfMade: true,
    judgesPlaceholders: true,
    accepts: isGeneratedKey,
    ...session,
    revoke: 'Generate a new key, which ends all sessions',
    examples: ({ fill }) => [`SECRET_KEY='django-insecure-${fill(`${alnum}!@#$%^&*(-_=+)`, 50)}'\n`],
    decoys: ["SECRET_KEY='django-insecure-change-me-before-you-deploy-this-application'\n"],
  },
  {
    // Format: https://guides.rubyonrails.org/security.html, `bin/rails secret` prints 64 bytes in hexadecimal.
    id: 'leaked-rails-secret-key',
    name: 'Rails secret key',
    keywords: ['secret_key_base', 'secret_token'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /secret_(?:key_base|token)["']?\s{0,3}[:=]\s{0,3}["']?(?<secret>[0-9a-f]{64,128})(?![0-9a-f])/iy,
    after: 170,
    prefixLength: 0,
    selfMade: true,
    ...session,
    revoke: 'Generate a new key, which ends all sessions',
    examples: ({ fill }) => [`production:\n  secret_key_base: ${fill(hex, 128)}\n`],
    decoys: ['production:\n  secret_key_base: <%= ENV["SECRET_KEY_BASE"] %>\n'],
  },
  {
    // Format: https://guides.rubyonrails.org/security.html#custom-credentials, 16 bytes in hexadecimal.
    id: 'leaked-rails-master-key',
    name: 'Rails master key',
    keywords: [],
    insideWords: true,
    files: { path: /(?:^|\/)config\/(?:master|credentials\/[\w-]{1,40})\.key$/ },
    atLines: true,
    exampleFile: 'app/config/master.key',
    severity: 'critical',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>(?:[0-9a-f]{32}){1,2})(?![0-9A-Za-z])/y,
    after: 70,
    prefixLength: 0,
    grants: "decrypt the application's credentials, which are in the same repository",
    revoke: 'Replace all credentials in the encrypted file, and encrypt it with a new key',
    examples: ({ fill }) => [`${fill(hex, 32)}\n`],
    decoys: ['-----BEGIN CERTIFICATE-----\n'],
  },
  {
    // Format: https://laravel.com/docs/encryption, 32 bytes in base64.
    id: 'leaked-laravel-app-key',
    name: 'Laravel application key',
    keywords: ['app_key'],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /APP_KEY["']?\s{0,3}[=:]\s{0,3}["']?(?<secret>base64:[A-Za-z0-9+/]{42,44}={0,2})(?![A-Za-z0-9+/])/y,
    after: 80,
    prefixLength: 7,
    selfMade: true,
    grants: 'decrypt stored values, forge session cookies, and in some versions run code on the server',
    revoke: 'Generate a new key with `php artisan key:generate`',
    examples: ({ fill }) => [`APP_KEY=base64:${fill(alnum, 43)}=\n`],
    decoys: ['APP_KEY=\n'],
  },
  {
    // Format: https://developer.wordpress.org/advanced-administration/security/, 64 characters.
    id: 'leaked-wordpress-key',
    name: 'WordPress key or salt',
    keywords: ['auth_key', 'auth_salt', 'logged_in_key', 'logged_in_salt', 'nonce_key', 'nonce_salt'],
    insideWords: true,
    severity: 'medium',
    precision: 'medium',
    generic: false,
    pattern:
      /(?:AUTH|LOGGED_IN|NONCE)_(?:KEY|SALT)["'],?\s{0,20}(?:=>)?\s{0,3}["'](?<secret>[^'\r\n]{56,72})["']\s?[,)]/y,
    after: 130,
    prefixLength: 0,
    selfMade: true,
    judgesPlaceholders: true,
    accepts: ({ secret }) => entropyOf(secret) >= 4.2 && !isSequence(secret) && !/\bunique\b|\bphrase\b/i.test(secret),
    ...session,
    revoke: 'Generate new keys at https://api.wordpress.org/secret-key/1.1/salt/, which ends all sessions',
    examples: ({ fill }) => [`define('AUTH_KEY', '${fill(`${alnum}!#$%&()*+,-./:;<=>?@[]^_{|}~`, 64)}');\n`],
    decoys: ["define('AUTH_KEY', 'put your unique phrase here');\n"],
  },
  {
    // Format: https://symfony.com/doc/current/reference/configuration/framework.html#secret, 16 bytes in hexadecimal.
    id: 'leaked-symfony-secret',
    name: 'Symfony application secret',
    keywords: ['app_secret'],
    insideWords: false,
    severity: 'medium',
    precision: 'low',
    generic: false,
    pattern: /APP_SECRET\s{0,3}[=:]\s{0,3}["']?(?<secret>[0-9a-f]{32})(?![0-9A-Za-z])/y,
    after: 60,
    prefixLength: 0,
    selfMade: true,
    accepts: ({ secret }) => isVaried(secret) && !isPlaceholder(secret),
    grants: 'sign URLs and login links, and so act as any user',
    revoke: 'Generate a new secret',
    examples: ({ fill }) => [`APP_SECRET=${fill(hex, 32)}\n`],
    decoys: ['APP_SECRET=\n'],
  },
]
