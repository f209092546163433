import type { Check } from '../credential.ts'

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
 * Checks whether a body is an unencrypted key: an ASN.1 sequence of the stated length that starts with the version, or
 * an OpenSSH key without a passphrase. Returns `unknown` if the body is truncated.
 */
export function isPrivateKey(body: string): Check {
  const bytes = Buffer.from(body, 'base64')
  if (bytes.length < 32) return 'wrong'
  const start = opensshMagic.length
  if (bytes.toString('latin1', 0, start) === opensshMagic)
    return bytes.toString('latin1', start, start + 8) === '\0\0\0\u0004none' ? 'right' : 'wrong'
  return isSequence(bytes)
}

/** Start of OpenSSH's binary format, see `PROTOCOL.key` in its sources. The cipher name follows. */
const opensshMagic = 'openssh-key-v1\0'

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
