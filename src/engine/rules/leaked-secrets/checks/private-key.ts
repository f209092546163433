import type { Check } from '../credential.ts'
import { isPlaceholder } from '../placeholder.ts'

/**
 * Returns the base64 in a PEM document without headers, line breaks (also `\n` in strings), and the operators that
 * concatenate strings in source code.
 */
export function bodyOfPem(text: string): string {
  return text
    .replaceAll(/(?:\\{1,2}[nrt])+/g, '\n')
    .replaceAll(/^[ \t"'`]*[A-Za-z-]+: .*$/gm, '')
    .replaceAll(/["'`]\s*(?:\+\s*)?["'`]/g, '')
    .replaceAll(/[^A-Za-z0-9+/=]/g, '')
}

/**
 * Reports whether the body of a PEM document is a placeholder. Runs of `A` are zero bytes, which the header of each
 * OpenSSH key contains.
 */
export function isPlaceholderBody(body: string): boolean {
  const start = body.slice(0, 150)
  return isPlaceholder(start.startsWith(opensshStart) ? start.replaceAll(/A{4,}/g, '') : start)
}

/**
 * Checks whether a body is an unencrypted key: an ASN.1 sequence of the stated length that starts with the version, or
 * a complete OpenSSH key without a passphrase. Returns `unknown` if the body is truncated.
 */
export function isPrivateKey(body: string): Check {
  const bytes = Buffer.from(body, 'base64')
  if (bytes.length < 32) return 'wrong'
  return bytes.toString('latin1', 0, opensshMagic.length) === opensshMagic ? isOpensshKey(bytes) : isSequence(bytes)
}

/**
 * Checks an OpenSSH key: the cipher `none`, the key derivation `none` and its empty options, the number of keys, the
 * public key, then the private key, which starts with the same number twice.
 */
function isOpensshKey(bytes: Buffer): Check {
  const fields: Buffer[] = []
  for (let at = opensshMagic.length; fields.length < 5;) {
    if (fields.length === 3) at += 4
    if (at + 4 > bytes.length) return fields.length > 3 ? 'unknown' : 'wrong'
    const end = at + 4 + bytes.readUInt32BE(at)
    fields.push(bytes.subarray(at + 4, end))
    at = end
  }
  const [cipher, derivation, options, publicKey, privateKey] = fields
  if (cipher?.toString('latin1') !== 'none' || derivation?.toString('latin1') !== 'none') return 'wrong'
  if (options?.length !== 0 || !publicKey || publicKey.length < 32 || !privateKey) return 'wrong'
  if (privateKey.length < 64) return 'unknown'
  return privateKey.readUInt32BE(0) === privateKey.readUInt32BE(4) ? 'right' : 'unknown'
}

/** Returns a field: its length in four bytes, then its content. */
function field(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  return Buffer.concat([length, content])
}

/** Returns an OpenSSH key without a passphrase, of these bytes. */
export function opensshKeyOf(bytes: Buffer): string {
  const none = field(Buffer.from('none'))
  const numbers = Buffer.from([0x5a, 0x17, 0xc3, 0x29, 0x5a, 0x17, 0xc3, 0x29])
  const body = Buffer.concat([
    Buffer.from(opensshMagic),
    none,
    none,
    field(Buffer.alloc(0)),
    Buffer.from([0, 0, 0, 1]),
    field(bytes.subarray(0, 51)),
    field(Buffer.concat([numbers, bytes])),
  ]).toString('base64')
  const label = 'OPENSSH PRIVATE KEY'
  return `-----BEGIN ${label}-----\n${body.match(/.{1,70}/g)?.join('\n') ?? ''}\n-----END ${label}-----\n`
}

/** Start of OpenSSH's binary format, see `PROTOCOL.key` in its sources. The cipher name follows. */
const opensshMagic = 'openssh-key-v1\0'
const opensshStart = Buffer.from(opensshMagic).toString('base64').slice(0, 19)

/** Reports whether a body is an OpenSSH key with a passphrase, which is the case if its cipher is not `none`. */
export function isEncryptedOpensshKey(body: string): boolean {
  const bytes = Buffer.from(body.slice(0, 80), 'base64')
  if (bytes.length < 32 || bytes.toString('latin1', 0, opensshMagic.length) !== opensshMagic) return false
  const length = bytes.readUInt32BE(opensshMagic.length)
  return length > 4 && length <= 32
}

/**
 * Checks for an X.690 sequence: 0x30, the length in one byte or after 0x81 or 0x82, then the version as a one-byte
 * integer.
 */
function isSequence(bytes: Buffer): Check {
  if (bytes[0] !== 0x30) return 'wrong'
  const form = bytes[1] ?? 0
  const [start, length] =
    form < 0x80 ? [2, form] : form === 0x81 ? [3, bytes[2] ?? 0] : form === 0x82 ? [4, bytes.readUInt16BE(2)] : [0, -1]
  if (length < 0 || bytes[start] !== 2 || bytes[start + 1] !== 1) return 'wrong'
  return start + length <= bytes.length ? 'right' : 'unknown'
}

/** Returns a PEM document with a sequence that starts like a private key and contains these bytes. */
export function pemOf(label: string, bytes: Buffer): string {
  const content = Buffer.concat([Buffer.from([2, 1, 0]), bytes])
  const body = Buffer.concat([
    Buffer.from([0x30, 0x82, content.length >>> 8, content.length & 0xff]),
    content,
  ]).toString('base64')
  return `-----BEGIN ${label}-----\n${body.match(/.{1,64}/g)?.join('\n') ?? ''}\n-----END ${label}-----\n`
}
