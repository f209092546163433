import type { PublicSourceType } from '../model/target.ts'
import { packageNaming } from '../sources/package-naming.ts'
import { packageUrl } from '../model/purl.ts'
import type { ReceiptStatement } from '../model/receipt.ts'

/** Source revision that a receipt certifies. */
export interface ReceiptSubject {
  readonly type: PublicSourceType
  readonly canonicalUrl: string
  /** Folder in the repository. Empty for the repository root and for packages. */
  readonly folder: string
  /** Package name. Unused for repositories. */
  readonly name: string
  readonly revision: string
  /** Digest as an SRI string. */
  readonly digest: string
}

/** Name of the digest algorithm for repository files. `digestOfFiles` computes it with SHA-256. */
export const filesAlgorithm = 'assayFiles256'

/** Returns the subject for an in-toto statement, or undefined if the digest format is unknown. */
export function subjectOf(subject: ReceiptSubject): ReceiptStatement['subject'][number] | undefined {
  const digest = hexDigest(subject.digest)
  if (!digest) return undefined
  const { type, canonicalUrl, folder, name, revision } = subject
  if (type !== 'git')
    return {
      name: packageUrl(packageNaming[type].ecosystem, name, revision),
      digest: { [digest.algorithm]: digest.hex },
    }
  // Uses the format of SPDX download locations (SPDX 2.3, section 7.7).
  const location = `git+${canonicalUrl}@${revision}${folder === '' ? '' : `#${folder}`}`
  return { name: location, digest: { gitCommit: revision, [filesAlgorithm]: digest.hex } }
}

/** Decodes the first digest of an SRI string to hexadecimal. */
function hexDigest(sri: string): { readonly algorithm: string; readonly hex: string } | undefined {
  const [, algorithm, base64] = /^(sha(?:256|384|512))-([A-Za-z0-9+/]+={0,2})(?:[\s?]|$)/.exec(sri) ?? []
  if (algorithm === undefined || base64 === undefined) return undefined
  return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') }
}
