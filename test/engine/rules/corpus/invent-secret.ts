import { createECDH, createHash } from 'node:crypto'
import { crc32 } from 'node:zlib'

const digits = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const base62 = digits + upper + lower
const base64 = `${upper}${lower}${digits}+/`
const base64url = `${upper}${lower}${digits}-_`
const hex = `${digits}abcdef`

/** Returns deterministic random bytes: SHA-256 of the seed and a counter. */
export function seededBytes(seed: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, index) =>
    createHash('sha256').update(`${seed} ${index}`).digest(),
  )
  return Buffer.concat(blocks).subarray(0, length)
}

/** Returns a text of this length in the alphabet. */
function textOf(seed: string, alphabet: string, length: number): string {
  const bytes = seededBytes(`${seed} ${alphabet.length}`, length * 2)
  return Array.from({ length }, (_, index) => alphabet[bytes.readUInt16LE(index * 2) % alphabet.length] ?? '').join('')
}

/** Returns the part after a prefix of GitHub and npm: thirty characters, and their CRC-32 in six characters. */
function sealed(seed: string): string {
  const secret = textOf(seed, base62, 30)
  let seal = ''
  for (let rest = crc32(secret); rest > 0; rest = Math.floor(rest / 62)) seal = (base62[rest % 62] ?? '') + seal
  return secret + seal.padStart(6, '0')
}

/** Returns a macaroon of version 2: location, identifier, caveats, and signature. */
function pypiMacaroon(seed: string): string {
  const field = (type: number, content: Buffer) => Buffer.concat([Buffer.from([type, content.length]), content])
  const id = Buffer.from(textOf(`${seed} id`, hex, 36))
  const caveat = Buffer.concat([field(2, Buffer.from(`[3, "${textOf(`${seed} user`, hex, 36)}"]`)), Buffer.of(0)])
  const macaroon = Buffer.concat([
    Buffer.of(2),
    field(1, Buffer.from(['pypi', 'org'].join('.'))),
    field(2, id),
    Buffer.of(0),
    caveat,
    Buffer.of(0),
    field(6, seededBytes(`${seed} signature`, 32)),
  ])
  return `pypi-${macaroon.toString('base64url')}`
}

/** Returns one DER element: type, length, content. */
function der(type: number, content: Buffer): Buffer {
  const { length } = content
  const size =
    length < 128
      ? Buffer.of(length)
      : length < 256
        ? Buffer.of(0x81, length)
        : Buffer.of(0x82, length >> 8, length & 0xff)
  return Buffer.concat([Buffer.of(type), size, content])
}

function pem(name: string, content: Buffer): string {
  const lines = content.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${name}-----`, ...lines, `-----END ${name}-----`].join('\n')
}

/** Returns numbers with the positions and sizes of a key of 2048 bits (RFC 8017 A.1.2). They cannot sign anything. */
function rsaPrivateKey(seed: string): string {
  const number = (name: string, bytes: number) => {
    const value = Buffer.from(seededBytes(`${seed} ${name}`, bytes))
    value[0] = ((value[0] ?? 0) & 0x7f) | 0x40
    return der(2, value)
  }
  const parts = [
    der(2, Buffer.of(0)),
    number('n', 256),
    der(2, Buffer.of(1, 0, 1)),
    number('d', 256),
    ...['p', 'q', 'dp', 'dq', 'qi'].map((name) => number(name, 128)),
  ]
  return pem('RSA PRIVATE KEY', der(0x30, Buffer.concat(parts)))
}

/** Returns a P-256 key in the format of RFC 5915. */
function ecPrivateKey(seed: string): string {
  const pair = createECDH('prime256v1')
  const secret = seededBytes(seed, 32)
  pair.setPrivateKey(secret)
  const curve = Buffer.from('06082a8648ce3d030107', 'hex')
  const parts = [
    der(2, Buffer.of(1)),
    der(4, secret),
    der(0xa0, curve),
    der(0xa1, der(3, Buffer.concat([Buffer.of(0), pair.getPublicKey()]))),
  ]
  return pem('EC PRIVATE KEY', der(0x30, Buffer.concat(parts)))
}

/** Returns a field of an OpenSSH key: its length in four bytes, then its content. */
function field(content: Buffer | string): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, Buffer.from(content)])
}

/** Returns an Ed25519 key in the format that OpenSSH describes in `PROTOCOL.key`. Its two halves do not match. */
function opensshPrivateKey(seed: string): string {
  const point = seededBytes(`${seed} point`, 32)
  const shared = Buffer.concat([field('ssh-ed25519'), field(point)])
  const check = seededBytes(`${seed} check`, 4)
  const secret = Buffer.concat([seededBytes(`${seed} secret`, 32), point])
  const parts = [check, check, shared, field(secret), field('deploy@harbor'), Buffer.of(1, 2, 3, 4)]
  return pem(
    'OPENSSH PRIVATE KEY',
    Buffer.concat([
      Buffer.from('openssh-key-v1\0'),
      field('none'),
      field('none'),
      field(''),
      Buffer.of(0, 0, 0, 1),
      field(shared),
      field(Buffer.concat(parts)),
    ]),
  )
}

function jsonWebToken(seed: string): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const issued = 1_767_225_600 + seededBytes(seed, 2).readUInt16LE() * 60
  const header = part({ alg: 'HS256', typ: 'JWT' })
  return [
    header,
    part({ sub: textOf(seed, hex, 24), role: 'service', iat: issued, exp: issued + 315_360_000 }),
    seededBytes(`${seed} signature`, 32).toString('base64url'),
  ].join('.')
}

/** Format of each kind of token. `test/corpus/cases/README.md` describes each. */
const makers: Readonly<Record<string, (seed: string) => string>> = {
  'anthropic-key': (seed) => `sk-ant-api03-${textOf(seed, base64url, 93)}AA`,
  'aws-access-key-id': (seed) => `AKIA${textOf(seed, `${upper}234567`, 16)}`,
  'aws-secret-access-key': (seed) => textOf(seed, base64, 40),
  'azure-devops-token': (seed) =>
    `${textOf(seed, base62, 52)}JQQJ99BFACAAAA${textOf(`${seed} end`, base62, 10)}` +
    `AZDO${textOf(`${seed} seal`, base62, 4)}`,
  'azure-storage-key': (seed) => seededBytes(seed, 64).toString('base64'),
  'base64-40': (seed) => seededBytes(seed, 30).toString('base64'),
  'discord-bot-token': (seed) =>
    `${Buffer.from(`1${textOf(seed, digits, 18)}`).toString('base64url')}` +
    `.G${textOf(`${seed} time`, base64url, 5)}.${textOf(`${seed} seal`, base64url, 38)}`,
  'ec-private-key': ecPrivateKey,
  'github-fine-grained-token': (seed) =>
    `github_pat_11${textOf(seed, `${upper}${digits}`, 20)}_${textOf(`${seed} secret`, base62, 59)}`,
  'github-token': (seed) => `ghp_${sealed(seed)}`,
  'gitlab-token': (seed) => `glpat-${textOf(seed, base64url, 20)}`,
  'google-api-key': (seed) => `AIza${textOf(seed, base64url, 35)}`,
  'hex-32': (seed) => textOf(seed, hex, 32),
  'huggingface-token': (seed) => `hf_${textOf(seed, upper + lower, 34)}`,
  jwt: jsonWebToken,
  'npm-token': (seed) => `npm_${sealed(seed)}`,
  'openai-key': (seed) => `sk-proj-${textOf(seed, base64url, 74)}T3BlbkFJ${textOf(`${seed} end`, base64url, 74)}`,
  'openssh-private-key': opensshPrivateKey,
  password: (seed) =>
    `${textOf(seed, base62, 8)}-${textOf(`${seed} middle`, base62, 6)}_${textOf(`${seed} end`, digits, 2)}`,
  'postgres-password': (seed) => textOf(seed, base62, 20),
  'pypi-token': pypiMacaroon,
  'rsa-private-key': rsaPrivateKey,
  'sendgrid-key': (seed) => `SG.${textOf(seed, base64url, 22)}.${textOf(`${seed} secret`, base64url, 43)}`,
  'slack-bot-token': (seed) =>
    `xoxb-${textOf(seed, '123456789', 12)}-${textOf(`${seed} app`, '123456789', 13)}` +
    `-${textOf(`${seed} secret`, base62, 24)}`,
  'stripe-live-key': (seed) => `sk_live_51${textOf(seed, base62, 97)}`,
  'telegram-bot-token': (seed) => `7${textOf(seed, digits, 9)}:AA${textOf(`${seed} secret`, base64url, 33)}`,
  'twilio-key': (seed) => `SK${textOf(seed, hex, 32)}`,
}

export const secretKinds: readonly string[] = Object.keys(makers)

/** Returns a token of this kind that is the same for the same seed. Throws for an unknown kind. */
export function inventSecret(kind: string, seed: string): string {
  const make = makers[kind]
  if (!make) throw new Error(`no such kind of secret: ${kind}`)
  return make(seed)
}
