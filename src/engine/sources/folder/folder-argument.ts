import { lstatSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FolderTarget } from '../../model/target.ts'

/** Target named by an argument, or the reason why it cannot be scanned. */
export type FolderArgument = { readonly target: FolderTarget } | { readonly problem: string }

/** Names of archives, which Assay reads only from registries. */
const archive = /\.(?:tgz|tar|tar\.\w+|zip|whl|egg|gem|crate|jar|nupkg|7z|rar)$/i

/**
 * Parses an argument of `assay scan` as a folder or file. The argument must exist as a path or start with `.`, `/`, or
 * `~`. Returns undefined for other arguments, which may be names or URLs.
 *
 * @param from absolute path against which the argument is resolved
 */
export function folderArgument(word: string, from: string): FolderArgument | undefined {
  const looksLikeOne = /^(?:[./]|~(?:\/|$))/.test(word)
  const path = resolve(from, word.startsWith('~') && looksLikeOne ? join(homedir(), word.slice(1)) : word)
  try {
    const stat = statSync(path)
    if (stat.isFile() && archive.test(path))
      return { problem: `${word} is an archive. Unpack it, and scan the folder with its contents.` }
    if (stat.isDirectory() || stat.isFile()) return { target: { type: 'folder', path } }
    return { problem: `${word} is neither a folder nor a file. Name a folder, or a file such as a lockfile.` }
  } catch (error) {
    return looksLikeOne ? { problem: `${word} ${problemOf(path, error)}` } : undefined
  }
}

function problemOf(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  if (code === 'EACCES') return 'cannot be read. Check the permissions of this folder and of its parent folders.'
  if (code === 'ENOENT' && isLink(path)) return 'is a broken symbolic link. Correct the link, or name another folder.'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist. Check the path.'
  return `cannot be read (${code}). Name another folder.`
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
