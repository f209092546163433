import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceIdentity } from '../model/target.ts'

/** Scanned target in the notation of its ecosystem. Untrusted text. */
export interface Subject {
  readonly name: string
  /** Branch, tag, or folder. */
  readonly detail: string | undefined
}

/** Number of hexadecimal digits in an abbreviated commit ID. */
const commitDigits = 12

/**
 * Returns `name@1.2.3` for npm, `name==1.2.3` for PyPI, and `owner/repository@0123456789ab` for git, with the branch or
 * tag and the folder as detail. For a local folder, returns its name, with the path as detail, because its revision is
 * only a digest.
 */
export function subjectOfSource({ type, canonicalUrl, revision, ref, folder }: SourceIdentity): Subject {
  if (type === 'folder') {
    const place = fileURLToPath(canonicalUrl)
    return { name: basename(place) || place, detail: place }
  }
  const path = decoded(new URL(canonicalUrl).pathname).replace(/^\/+|(?<!\/)\/+$/g, '')
  switch (type) {
    case 'npm':
      return { name: `${path.replace(/^package\//, '')}@${revision}`, detail: undefined }
    case 'pypi':
      return { name: `${path.replace(/^project\//, '')}==${revision}`, detail: undefined }
    case 'git':
      return {
        name: `${path.replace(/\.git$/, '')}@${revision.slice(0, commitDigits)}`,
        detail: [ref, folder && `folder ${folder}`].filter(Boolean).join(', ') || undefined,
      }
  }
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
