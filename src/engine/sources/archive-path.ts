import { packageLimits } from './package-limits.ts'

/** The snapshot path of an archive entry, or why it is skipped. */
export type ArchivePath = { readonly path: string } | { readonly refusal: string }

const driveLetter = /^[A-Za-z]:/

/**
 * Strips the first segment of an entry's name, regardless of its name, as npm does when it unpacks, and rejects names
 * that could mean a different location on any system.
 *
 * @param leadingFolders number of segments to strip; wheels have no leading folder
 */
export function archivePath(name: string, leadingFolders: 0 | 1 = 1): ArchivePath {
  if (name.includes('\0')) return { refusal: 'its name contains a NUL character' }
  // Undecodable bytes are converted to U+FFFD.
  if (name.includes('\uFFFD')) return { refusal: 'its name is not valid UTF-8' }
  if (name.includes('\\')) return { refusal: 'its name contains a backslash' }
  if (name.startsWith('/')) return { refusal: 'its name is an absolute path' }
  if (driveLetter.test(name)) return { refusal: 'its name starts with a drive letter' }
  const inside = name.split('/').slice(leadingFolders)
  const segments = inside.filter((segment) => segment !== '' && segment !== '.')
  if (name.split('/').includes('..')) return { refusal: 'its path points outside the archive' }
  if (segments.length === 0) return { refusal: 'it is outside the top-level folder of the archive' }
  const path = segments.join('/')
  if (driveLetter.test(path)) return { refusal: 'its name starts with a drive letter' }
  if (Buffer.byteLength(path) > packageLimits.maxPathBytes)
    return { refusal: `its name is longer than ${packageLimits.maxPathBytes} bytes` }
  return { path }
}

/** Two paths with the same key are the same file on systems that fold case or normalize Unicode. */
export function foldedPath(path: string): string {
  return path.normalize('NFKD').toLowerCase()
}
