import { isDevelopmentFile } from '../../../inventory/project/development-folders.ts'
import type { Credential, MatchedText } from '../credential.ts'
import { isVaried } from '../randomness.ts'

const crypt64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./'
const hex = '0123456789abcdef'
const revoke = 'Change the password'

/** Documentation and test paths, whose hashes are not in use. */
const explained = new RegExp(
  String.raw`(?:^|\/|[._-])(?:tests?|specs?|examples?|docs?|fixtures?|mocks?|man)(?:[._-]|\/)|` +
    String.raw`\.(?:html?|md|rst|adoc|[1-8])$|` +
    String.raw`(?:^|\/)(?:readme|change(?:s|log)|history|news|copying|licen[cs]e|notice|faq)\b[^/]{0,40}\.txt$`,
  'i',
)

/** Words before a hash that is not in use. A user name may contain one of them, such as `tester`. */
const shown = /(?<![a-z])(?:tests?|examples?|samples?|dummy|fake|mock)(?![a-z])|assert|expect|verify/i

/** Reports whether a hash is in use: not in a test or documentation, and not after a word such as `example`. */
function isUsed({ secret, before, path }: MatchedText): boolean {
  return (
    isVaried(secret.slice(secret.lastIndexOf('$') + 1)) &&
    !isDevelopmentFile(path) &&
    !explained.test(path) &&
    !shown.test(before)
  )
}

/**
 * Defines a password hash. For the formats, see `crypt(5)`, https://man.archlinux.org/man/crypt.5, and the
 * documentation of the named programs.
 */
function hash(
  id: string,
  name: string,
  { keywords, source, longest, example }: { keywords: string[]; source: string; longest: number; example: Example },
): Credential {
  return {
    id,
    name,
    keywords,
    insideWords: false,
    severity: 'low',
    precision: 'medium',
    generic: false,
    pattern: new RegExp(`(?<secret>${source})(?![A-Za-z0-9./$])`, 'y'),
    after: longest + 1,
    prefixLength: 0,
    selfMade: true,
    judgesPlaceholders: true,
    accepts: isUsed,
    grants: 'guess a weak password offline, and then sign in as the user',
    revoke,
    examples: ({ fill, seal }) => [`operator:${seal('hash', () => example(fill))}:17431\n`],
    decoys: [`operator:${keywords[0] ?? ''}...:17431\n`],
  }
}

type Example = (fill: (alphabet: string, length: number) => string) => string

/** Password hashes. A weak password can be recovered from its hash. */
export const passwordHashes: readonly Credential[] = [
  hash('leaked-bcrypt-hash', 'bcrypt password hash', {
    keywords: ['$2a$', '$2b$', '$2y$'],
    source: String.raw`\$2[aby]\$\d\d\$[A-Za-z0-9./]{53}`,
    longest: 60,
    example: (fill) => `$2b$12$${fill(crypt64, 53)}`,
  }),
  hash('leaked-sha-crypt-hash', 'SHA-256 or SHA-512 crypt password hash', {
    keywords: ['$5$', '$6$'],
    source: String.raw`\$[56]\$(?:rounds=\d{1,9}\$)?[A-Za-z0-9./]{1,16}\$(?:[A-Za-z0-9./]{86}|[A-Za-z0-9./]{43})`,
    longest: 130,
    example: (fill) => `$6$${fill(crypt64, 16)}$${fill(crypt64, 86)}`,
  }),
  hash('leaked-md5-crypt-hash', 'MD5 crypt password hash', {
    keywords: ['$1$', '$apr1$', '$md5$', '$md5,'],
    source: String.raw`\$(?:1|apr1|md5(?:,rounds=\d{1,9})?)\$[A-Za-z0-9./]{1,16}\${1,2}[A-Za-z0-9./]{22,26}`,
    longest: 90,
    example: (fill) => `$apr1$${fill(crypt64, 8)}$${fill(crypt64, 22)}`,
  }),
  hash('leaked-yescrypt-hash', 'yescrypt or scrypt password hash', {
    keywords: ['$y$', '$7$', '$gy$'],
    source: String.raw`\$(?:y|7|gy)\$[A-Za-z0-9./]{1,12}\$[A-Za-z0-9./]{1,86}\$[A-Za-z0-9./]{43}`,
    longest: 160,
    example: (fill) => `$y$j9T$${fill(crypt64, 22)}$${fill(crypt64, 43)}`,
  }),
  hash('leaked-argon2-hash', 'Argon2 password hash', {
    keywords: ['$argon2'],
    source:
      String.raw`\$argon2(?:id|i|d)\$(?:v=\d{1,3}\$)?m=\d{1,9},t=\d{1,5},p=\d{1,4}\$` +
      String.raw`[A-Za-z0-9+/]{8,90}\$[A-Za-z0-9+/]{16,90}`,
    longest: 240,
    example: (fill) =>
      `$argon2id$v=19$m=65536,t=3,p=4$${fill(crypt64.slice(0, 62), 22)}$${fill(crypt64.slice(0, 62), 43)}`,
  }),
  hash('leaked-pbkdf2-hash', 'PBKDF2 password hash', {
    keywords: ['pbkdf2_sha', '$pbkdf2-sha'],
    source: String.raw`\$?pbkdf2[_-]sha(?:1|256|512)\$\d{1,8}\$[A-Za-z0-9+/.]{8,90}\$[A-Za-z0-9+/.]{27,90}={0,2}`,
    longest: 220,
    example: (fill) => `pbkdf2_sha256$600000$${fill(crypt64.slice(0, 62), 22)}$${fill(crypt64.slice(0, 62), 43)}=`,
  }),
  hash('leaked-portable-hash', 'WordPress, phpBB, or Drupal password hash', {
    keywords: ['$p$b', '$h$9', '$s$d'],
    source: String.raw`\$(?:P\$B|H\$9|S\$D)[A-Za-z0-9./]{30,51}`,
    longest: 56,
    example: (fill) => `$P$B${fill(crypt64, 30)}`,
  }),
  hash('leaked-cisco-hash', 'Cisco type 8 or type 9 password hash', {
    keywords: ['$8$', '$9$'],
    source: String.raw`\$[89]\$[A-Za-z0-9./]{14}\$[A-Za-z0-9./]{43}`,
    longest: 62,
    example: (fill) => `$8$${fill(crypt64, 14)}$${fill(crypt64, 43)}`,
  }),
  // Formats: https://hashcat.net/wiki/doku.php?id=example_hashes
  hash('leaked-kerberos-hash', 'Kerberos ticket that is encrypted with a password', {
    keywords: ['$krb5asrep$', '$krb5tgs$'],
    source:
      String.raw`\$krb5(?:asrep\$(?:23\$)?(?:[^\s:$"']{1,80}:)?|tgs\$23\$(?:\*[^*\s"']{1,200}\*\$)?)` +
      String.raw`[0-9a-f]{32}\$[0-9a-f]{200,4000}`,
    longest: 4_260,
    example: (fill) => `$krb5asrep$23$operator@INTERNAL.IO:${fill(hex, 32)}$${fill(hex, 400)}`,
  }),
  hash('leaked-domain-cached-hash', 'cached Windows domain password hash', {
    keywords: ['$dcc2$'],
    source: String.raw`\$DCC2\$\d{1,7}#[^#\s"']{1,60}#[0-9a-f]{32}`,
    longest: 108,
    example: (fill) => `$DCC2$10240#operator#${fill(hex, 32)}`,
  }),
  // https://datatracker.ietf.org/doc/html/rfc2307, with the salted schemes of OpenLDAP
  hash('leaked-ldap-hash', 'LDAP password hash', {
    keywords: ['{ssha'],
    source: String.raw`\{SSHA(?:256|384|512)?\}[A-Za-z0-9+/]{32,140}={0,2}`,
    longest: 152,
    example: (fill) => `{SSHA}${fill(crypt64.slice(0, 62), 38)}==`,
  }),
  // https://www.postgresql.org/docs/current/catalog-pg-authid.html
  hash('leaked-scram-hash', 'PostgreSQL password hash (SCRAM)', {
    keywords: ['scram-sha-256$'],
    source: String.raw`SCRAM-SHA-256\$\d{1,7}:[A-Za-z0-9+/]{8,64}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=`,
    longest: 180,
    example: (fill) =>
      `SCRAM-SHA-256$4096:${fill(crypt64.slice(0, 62), 22)}==$${fill(crypt64.slice(0, 62), 43)}=:` +
      `${fill(crypt64.slice(0, 62), 43)}=`,
  }),
  // https://werkzeug.palletsprojects.com/en/stable/utils/#module-werkzeug.security
  hash('leaked-werkzeug-hash', 'Werkzeug password hash', {
    keywords: ['pbkdf2:sha', 'scrypt:'],
    source:
      String.raw`(?:pbkdf2:sha(?:1|256|512):\d{1,8}|scrypt:\d{1,7}:\d{1,2}:\d{1,2})` +
      String.raw`\$[A-Za-z0-9]{8,32}\$[0-9a-f]{40,128}`,
    longest: 190,
    example: (fill) => `scrypt:32768:8:1$${fill(crypt64.slice(0, 62), 16)}$${fill(hex, 128)}`,
  }),
]
