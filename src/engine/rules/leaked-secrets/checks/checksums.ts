import { crc32 } from 'node:zlib'
import type { Check } from '../credential.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/**
 * A checksum at the end of a token: what it is computed of, how it is written.
 */
export interface Checksum {
  /** Characters of the checksum. */
  readonly length: number
  /** The checksum that belongs to the text before it. */
  of(text: string): string
}

/**
 * GitHub, and npm like it: the last six characters are CRC-32 in base 62 of what stands between the prefix with its `_`
 * and them (github.blog, "Behind GitHub's new authentication token formats", 2021; npm's format, 2021-09-23). Order of
 * the digits as in expired tokens that were made public to find it out.
 */
export const githubChecksum: Checksum = {
  length: 6,
  of: (text) => inBase62(crc32(text.slice(text.indexOf('_') + 1))).padStart(6, '0'),
}

/**
 * GitLab's routable tokens: the last seven are CRC-32 in base 36 of everything before them
 * (`lib/authn/token_field/generator/routable_token.rb` of GitLab).
 */
export const gitlabChecksum: Checksum = { length: 7, of: (text) => crc32(text).toString(36).padStart(7, '0') }

/** Atlassian's tokens: the last eight are CRC-32 of everything before them, in upper-case hexadecimal. */
export const atlassianChecksum: Checksum = {
  length: 8,
  of: (text) => crc32(text).toString(16).toUpperCase().padStart(8, '0'),
}

/** Grafana's service accounts: after the last `_` CRC-32, least byte first, of everything before that `_`. */
export const grafanaChecksum: Checksum = {
  length: 8,
  of: (text) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32LE(crc32(text.slice(0, -1)))
    return bytes.toString('hex')
  },
}

/** Judges the checksum at the end of a token. */
export function checksumHolds(checksum: Checksum, otherwise: Check = 'wrong'): (secret: string) => Check {
  return (secret) =>
    checksum.of(secret.slice(0, -checksum.length)) === secret.slice(-checksum.length) ? 'right' : otherwise
}

/** Writes the right checksum over the end of a token. */
export function sealedWith(checksum: Checksum): (secret: string) => string {
  return (secret) => secret.slice(0, -checksum.length) + checksum.of(secret.slice(0, -checksum.length))
}

function inBase62(number: number): string {
  let digits = ''
  for (let rest = number; rest > 0; rest = Math.floor(rest / 62)) digits = (base62[rest % 62] ?? '') + digits
  return digits
}
