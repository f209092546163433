import { crc32 } from 'node:zlib'
import type { Check } from '../credential.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Checksum at the end of a token. */
export interface Checksum {
  /** Checksum length in characters. */
  readonly length: number
  /** Returns the checksum of the text that precedes it in the token. */
  of(text: string): string
}

/**
 * GitHub and npm: the last six characters are the base-62 CRC-32 of the text between the prefix (including its `_`) and
 * the checksum (github.blog, "Behind GitHub's new authentication token formats", 2021; npm's format, 2021-09-23). The
 * digit order was determined from published expired tokens.
 */
export const githubChecksum: Checksum = {
  length: 6,
  of: (text) => inBase62(crc32(text.slice(text.indexOf('_') + 1))).padStart(6, '0'),
}

/**
 * GitLab routable tokens: the last seven characters are the base-36 CRC-32 of all characters before them
 * (`lib/authn/token_field/generator/routable_token.rb` in GitLab).
 */
export const gitlabChecksum: Checksum = { length: 7, of: (text) => crc32(text).toString(36).padStart(7, '0') }

/** Atlassian tokens: the last eight characters are the CRC-32 of all characters before them, in uppercase hex. */
export const atlassianChecksum: Checksum = {
  length: 8,
  of: (text) => crc32(text).toString(16).toUpperCase().padStart(8, '0'),
}

/** Grafana service accounts: the last `_` is followed by the little-endian CRC-32 of all characters before it. */
export const grafanaChecksum: Checksum = {
  length: 8,
  of: (text) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(crc32(text.slice(0, -1)))
    return bytes.toString('hex')
  },
}

/** Returns a function that verifies the checksum at the end of a token. */
export function checksumHolds(checksum: Checksum, otherwise: Check = 'wrong'): (secret: string) => Check {
  return (secret) =>
    checksum.of(secret.slice(0, -checksum.length)) === secret.slice(-checksum.length) ? 'right' : otherwise
}

/** Returns a function that replaces the end of a token with a valid checksum. */
export function sealedWith(checksum: Checksum): (secret: string) => string {
  return (secret) => secret.slice(0, -checksum.length) + checksum.of(secret.slice(0, -checksum.length))
}

function inBase62(number: number): string {
  let digits = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) digits = (base62[rest % 62] ?? '') + digits
  return digits
}
