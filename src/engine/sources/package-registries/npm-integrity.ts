import ssri from 'ssri'
import type { NpmDist } from './npm-packument.ts'

/**
 * Accepted algorithms. MD5 is broken, and unknown algorithms cannot be verified. SHA-1 is accepted because versions
 * from before 2017 have nothing else.
 */
const acceptedAlgorithms = new Set(['sha512', 'sha384', 'sha256', 'sha1'])

/**
 * Returns the digest that the archive must match, as a subresource-integrity string: `integrity`, or `shasum` for
 * versions published before npm 5. Returns undefined if both are missing or invalid.
 */
export function statedIntegrity(dist: NpmDist): string | undefined {
  const hashes = (dist.integrity ?? '')
    .split(/\s+/)
    .filter((hash) => acceptedAlgorithms.has(hash.slice(0, hash.indexOf('-'))))
  const stated = ssri.parse(hashes.join(' '))?.toString() ?? ''
  if (stated !== '') return stated
  return dist.shasum !== undefined && /^[0-9a-f]{40}$/i.test(dist.shasum)
    ? ssri.fromHex(dist.shasum, 'sha1').toString()
    : undefined
}

/** Reports whether `bytes` match the strongest digest in `integrity`. */
export function matchesIntegrity(bytes: Buffer, integrity: string): boolean {
  return ssri.checkData(bytes, integrity) !== false
}

/** Returns the SHA-512 subresource-integrity string of `bytes`. */
export function sha512Integrity(bytes: Buffer): string {
  return ssri.fromData(bytes, { algorithms: ['sha512'] }).toString()
}
