import { packageUrl } from '../model/purl.ts'
import type { ReceiptStatement } from '../model/receipt.ts'

/** A revision of a source, as it is named in a receipt. */
export interface ReceiptSubject {
  readonly type: 'git' | 'npm' | 'pypi'
  readonly canonicalUrl: string
  /** Empty: the root of a repository, or a package. */
  readonly folder: string
  /** Of the package; of a repository it is not asked for. */
  readonly name: string
  readonly revision: string
  /** SRI string. */
  readonly digest: string
}

/**
 * The algorithm under which the digest over the files of a repository stands: SHA-256 of its own way to count them
 * (`digestOfFiles`).
 */
export const filesAlgorithm = 'assayFiles256'

/** The subject of an in-toto statement; undefined when the digest is none that can be stated. */
export function subjectOf(subject: ReceiptSubject): ReceiptStatement['subject'][number] | undefined {
  const digest = hexDigest(subject.digest)
  if (!digest) return undefined
  const { type, canonicalUrl, folder, name, revision } = subject
  if (type === 'npm') return { name: packageUrl('npm', name, revision), digest: { [digest.algorithm]: digest.hex } }
  if (type === 'pypi') return { name: packageUrl('PyPI', name, revision), digest: { [digest.algorithm]: digest.hex } }
  // As SPDX writes download locations (SPDX 2.3, section 7.7).
  const place = `git+${canonicalUrl}@${revision}${folder === '' ? '' : `#${folder}`}`
  return { name: place, digest: { gitCommit: revision, [filesAlgorithm]: digest.hex } }
}

/** The first digest of an SRI string, in hex. */
function hexDigest(sri: string): { readonly algorithm: string; readonly hex: string } | undefined {
  const [, algorithm, base64] = /^(sha(?:256|384|512))-([A-Za-z0-9+/]+={0,2})(?:[\s?]|$)/.exec(sri) ?? []
  if (algorithm === undefined || base64 === undefined) return undefined
  return { algorithm, hex: Buffer.from(base64, 'base64').toString('hex') }
}
