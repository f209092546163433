import { packageLimits } from '../package-limits.ts'
import type { SkipReason } from './skip-reason.ts'

/** Snapshot path of an archive entry, or why the entry is skipped. */
export type ArchivePath = { readonly path: string } | { readonly refusal: SkipReason }

const driveLetter = /^[A-Za-z]:/

/**
 * Strips the first segment of an entry name, whatever it is, as npm does. Rejects names that any operating system could
 * resolve to a different location.
 *
 * @param leadingFolders number of segments to strip; wheels have no leading folder
 */
export function archivePath(name: string, leadingFolders: 0 | 1 = 1): ArchivePath {
  if (name.includes('\0')) return { refusal: 'nul-character' }
  // Bytes that cannot be decoded have become U+FFFD.
  if (name.includes('\uFFFD')) return { refusal: 'not-utf-8' }
  if (name.includes('\\')) return { refusal: 'backslash' }
  if (name.startsWith('/')) return { refusal: 'absolute-path' }
  if (driveLetter.test(name)) return { refusal: 'drive-letter' }
  const inside = name.split('/').slice(leadingFolders)
  const segments = inside.filter((segment) => segment !== '' && segment !== '.')
  if (name.split('/').includes('..')) return { refusal: 'outside-archive' }
  if (segments.length === 0) return { refusal: 'outside-top-folder' }
  const path = segments.join('/')
  if (driveLetter.test(path)) return { refusal: 'drive-letter' }
  if (Buffer.byteLength(path) > packageLimits.maxPathBytes) return { refusal: 'long-name' }
  return { path }
}

/** Returns a key that is equal for paths that denote the same file on systems that fold case or normalize Unicode. */
export function foldedPath(path: string): string {
  return path.normalize('NFKD').toLowerCase()
}
