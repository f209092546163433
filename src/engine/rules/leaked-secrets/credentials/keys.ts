import { ageKeyFor, bech32Holds } from '../checks/bech32.ts'
import { claimsOf, isSignedToken } from '../checks/json-web-token.ts'
import {
  bodyOfPem,
  isEncryptedOpensshKey,
  isPlaceholderBody,
  isPrivateKey,
  opensshKeyOf,
  pemOf,
} from '../checks/private-key.ts'
import { type Credential, type MatchedText, named, token } from '../credential.ts'

/** Maximum length of a PEM document. A 16,384-bit key has about 13,000 characters. */
const maxPem = 16_000
/** Number of characters to read first. A 4,096-bit key is shorter. */
const usualPem = 3_500

/** Header that is split in two, so that the rule does not match this file. */
const puttyHeader = ['PuTTY-User-Key-File', '3: ssh-ed25519'].join('-')

const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Assignment to a name such as `FAKE_KEY`, whose key is not in use. */
const shownKey =
  /(?:test|example|sample|fake|dummy|mock)[\w.-]{0,30}["']?\s{0,3}(?::|=|=>|:=)\s{0,3}[\w(]{0,3}["'`]{0,3}\\?$/i

/** Returns the base64 after the first line of a PEM document, or undefined if it has no end line. */
function pemBody({ following }: MatchedText): string | undefined {
  // The end is usually near. In a file with many first lines, the next one stops the search.
  const near = following(usualPem)
  const text = near.includes('-----') ? near : following(maxPem)
  const end = text.indexOf('-----')
  return end > 40 ? bodyOfPem(text.slice(0, end)) : undefined
}

function privateKey(
  id: string,
  name: string,
  label: string,
  severity: Credential['severity'] = 'critical',
): Credential {
  return {
    id,
    name,
    severity,
    precision: 'very-high',
    generic: false,
    insideWords: true,
    keywords: [`-----begin ${label.toLowerCase()}-----`],
    pattern: new RegExp(`(?<secret>-----BEGIN ${label}-----)`, 'y'),
    after: 80,
    prefixLength: 0,
    announces: true,
    selfMade: true,
    check: (_secret, matched) => {
      if (shownKey.test(matched.before)) return 'wrong'
      const body = pemBody(matched)
      return body === undefined || isPlaceholderBody(body) ? 'wrong' : isPrivateKey(body)
    },
    grants: 'sign and decrypt data as the key owner',
    revoke: 'Remove the public key and its certificates from all systems that trust them',
    examples: ({ fill, seal }) => [
      seal(`-----BEGIN ${label}-----\n${fill(base64, 300)}\n-----END ${label}-----\n`, () =>
        label === 'OPENSSH PRIVATE KEY'
          ? opensshKeyOf(Buffer.from(fill(base64, 200)))
          : pemOf(label, Buffer.from(fill(base64, 300))),
      ),
    ],
    decoys: [`-----BEGIN ${label}-----\n...\n-----END ${label}-----\n`, `const header = '-----BEGIN ${label}-----'\n`],
  }
}

/** Cryptographic keys and JSON Web Tokens. */
export const keys: readonly Credential[] = [
  privateKey('leaked-rsa-private-key', 'RSA private key', 'RSA PRIVATE KEY'),
  privateKey('leaked-ec-private-key', 'EC private key', 'EC PRIVATE KEY'),
  privateKey('leaked-dsa-private-key', 'DSA private key', 'DSA PRIVATE KEY', 'high'),
  privateKey('leaked-pkcs8-private-key', 'PKCS #8 private key', 'PRIVATE KEY'),
  privateKey('leaked-openssh-private-key', 'OpenSSH private key', 'OPENSSH PRIVATE KEY'),
  {
    id: 'leaked-encrypted-private-key',
    name: 'encrypted private key',
    keywords: ['-----begin encrypted private key-----', '-----begin openssh private key-----'],
    insideWords: true,
    severity: 'low',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>-----BEGIN (?:ENCRYPTED|OPENSSH) PRIVATE KEY-----)/y,
    after: 80,
    prefixLength: 0,
    announces: true,
    selfMade: true,
    accepts: (matched) => {
      const body = pemBody(matched) ?? ''
      if (matched.secret.includes('OPENSSH') && !isEncryptedOpensshKey(body)) return false
      return body.length > 200 && !isPlaceholderBody(body)
    },
    grants: 'guess a weak passphrase offline, and then sign and decrypt data as the key owner',
    revoke: 'Remove the public key from all systems that trust it',
    examples: ({ fill }) => [
      `-----BEGIN ENCRYPTED PRIVATE KEY-----\n${fill(base64, 400)}\n-----END ENCRYPTED PRIVATE KEY-----\n`,
    ],
    decoys: ['-----BEGIN ENCRYPTED PRIVATE KEY-----\n...\n-----END ENCRYPTED PRIVATE KEY-----\n'],
  },
  {
    id: 'leaked-pgp-private-key',
    name: 'PGP private key',
    keywords: ['-----begin pgp private key block-----'],
    insideWords: true,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>-----BEGIN PGP PRIVATE KEY BLOCK-----)/y,
    after: 80,
    prefixLength: 0,
    announces: true,
    selfMade: true,
    accepts: (matched) => (pemBody(matched) ?? '').length > 200 && !isPlaceholderBody(pemBody(matched) ?? ''),
    grants: 'sign and decrypt data as the owner if the key has no passphrase',
    revoke: 'Publish a revocation certificate for the key',
    examples: ({ fill }) => [
      `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${fill(base64, 400)}\n=abcd\n-----END PGP PRIVATE KEY BLOCK-----\n`,
    ],
    decoys: ['-----BEGIN PGP PRIVATE KEY BLOCK-----\n...\n-----END PGP PRIVATE KEY BLOCK-----\n'],
  },
  {
    id: 'leaked-putty-private-key',
    name: 'PuTTY private key',
    keywords: ['putty-user-key-file-'],
    insideWords: false,
    severity: 'high',
    precision: 'medium',
    generic: false,
    pattern: /(?<secret>PuTTY-User-Key-File-[23]: [\w-]{3,30})/y,
    after: 60,
    prefixLength: 0,
    announces: true,
    selfMade: true,
    accepts: ({ following }) => /Private-Lines: \d/.test(following(4_000)),
    grants: 'sign in to hosts that trust the key',
    revoke: 'Remove the public key from all systems that trust it',
    examples: ({ fill, seal }) => [
      `${seal('PuTTY key', () => `${puttyHeader}\nEncryption: none`)}\nPrivate-Lines: 1\n${fill(base64, 48)}\n`,
    ],
    decoys: [`${puttyHeader} is how the file begins.\n`],
  },
  {
    id: 'leaked-kubeconfig-client-key',
    name: 'Kubernetes client key',
    keywords: ['client-key-data'],
    insideWords: false,
    severity: 'critical',
    precision: 'medium',
    generic: false,
    pattern: /client-key-data["']?:\s{0,3}["']?(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/=]{100,8000})/y,
    after: 8_100,
    prefixLength: 14,
    grants: "access the cluster with the permissions of the key's owner",
    revoke: "Rotate the cluster's client certificates",
    examples: ({ fill, seal }) => [
      '    client-key-data: ' +
        `${seal(fill(base64, 60), () =>
          Buffer.from(pemOf('RSA PRIVATE KEY', Buffer.from(fill(base64, 300)))).toString('base64'),
        )}` +
        `\n`,
    ],
    decoys: ['    client-key-data: DATA+OMITTED\n'],
  },
  token({
    id: 'leaked-age-secret-key',
    name: 'age secret key',
    shape: 'AGE-SECRET-KEY-1{up36:58}',
    severity: 'critical',
    precision: 'very-high',
    check: bech32Holds,
    seal: ageKeyFor,
    grants: 'decrypt all files that were encrypted with the corresponding public key',
    revoke: 'Re-encrypt all data with a new key',
  }),
  named({
    id: 'leaked-wireguard-private-key',
    name: 'WireGuard private key',
    names: ['privatekey', 'wireguard_private_key', 'presharedkey'],
    shape: '{base64:42}{A|E|I|M|Q|U|Y|c|g|k|o|s|w|0|4|8}=',
    severity: 'high',
    grants: 'join the network as the peer that the key belongs to',
    revoke: 'Generate a new key pair, and update all peers',
    decoys: ['PrivateKey = <private key>\n'],
  }),
  named({
    id: 'leaked-ethereum-private-key',
    name: 'Ethereum private key',
    names: ['private_key', 'eth_private_key', 'deployer_private_key', 'wallet_private_key', 'owner_private_key'],
    shape: '0x{hex:64}',
    severity: 'critical',
    grants: 'transfer all assets from the address that the key controls',
    revoke: 'Move all assets to a new address, because the key itself stays valid',
    decoys: [`PRIVATE_KEY=0x${'00'.repeat(31)}01\n`],
  }),
  {
    id: 'leaked-supabase-service-role-token',
    name: 'Supabase service role key',
    keywords: ['eyj'],
    insideWords: false,
    severity: 'critical',
    precision: 'medium',
    generic: false,
    pattern: /(?<![\w-]-)(?<secret>eyJ[\w-]{10,400}\.eyJ[\w-]{10,3000}\.[\w-]{20,700})/y,
    after: 4_200,
    prefixLength: 3,
    check: (secret) => {
      const { role, iss } = claimsOf(secret)?.payload ?? {}
      return role === 'service_role' && typeof iss === 'string' && /^supabase(?!-demo)/.test(iss) ? 'right' : 'wrong'
    },
    grants: 'read and change all data in the project, regardless of row-level security',
    revoke: 'in the Supabase project settings under API keys',
    examples: (make) => [
      `SUPABASE_SERVICE_ROLE_KEY=${tokenExample(make, {
        iss: 'supabase',
        ref: make.fill('abcdefghijklmnopqrstuvwxyz', 20),
        role: 'service_role',
        exp: 2_000_000_000,
      })}\n`,
    ],
    decoys: [],
  },
  {
    id: 'leaked-json-web-token',
    name: 'JSON Web Token',
    keywords: ['eyj'],
    insideWords: false,
    severity: 'low',
    precision: 'low',
    generic: false,
    pattern: /(?<![\w-]-)(?<secret>eyJ[\w-]{10,400}\.eyJ[\w-]{10,3000}\.[\w-]{20,700})/y,
    after: 4_200,
    prefixLength: 3,
    // Keys with the role `anon` are public by design.
    check: (secret) => (claimsOf(secret)?.payload.role === 'anon' ? 'wrong' : isSignedToken(secret)),
    grants: 'act as the owner until the token expires',
    revoke: 'at the service that issued the token, or wait until the token expires',
    examples: (make) => [
      `const session = '${tokenExample(make, { sub: make.fill('0123456789abcdef', 24), exp: 2_000_000_000 })}'\n`,
    ],
    decoys: [],
  },
]

function tokenExample({ fill, seal }: Parameters<Credential['examples']>[0], claims: object): string {
  return seal(
    `eyJ${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 20)}.eyJ${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 40)}` +
      `.${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZ', 43)}`,
    () =>
      `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded(claims)}` +
      `.${fill('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-', 43)}`,
  )
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
