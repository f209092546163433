import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SourceIdentity } from '../model/target.ts'

/** What was scanned, as people write it. As hostile as its source. */
export interface Subject {
  readonly name: string
  /** Where or how it was found. */
  readonly detail: string | undefined
}

/** Digits that tell a commit from every other of its repository. */
const commitDigits = 12

/**
 * `name@1.2.3` of npm, `name==1.2.3` of PyPI, `owner/repository@0123456789ab` with the branch or tag and
 * the folder, and a folder by its name with its path: its state has no name that tells anybody anything.
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
