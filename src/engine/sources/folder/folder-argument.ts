import { lstatSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FolderTarget } from '../../model/target.ts'

/** A word of a command that means a folder, understood; or why it cannot be scanned, as a sentence. */
export type FolderArgument = { readonly target: FolderTarget } | { readonly problem: string }

/**
 * Understands a word of `assay scan` as a folder: one that exists, or anything that begins with `.`, `/` or
 * `~`. Undefined for every other word, which may be an address.
 *
 * @param from absolute; against which the word is resolved
 */
export function folderArgument(word: string, from: string): FolderArgument | undefined {
  const looksLikeOne = /^(?:[./]|~(?:\/|$))/.test(word)
  const path = resolve(from, word.startsWith('~') && looksLikeOne ? join(homedir(), word.slice(1)) : word)
  try {
    if (statSync(path).isDirectory()) return { target: { type: 'folder', path } }
    return looksLikeOne ? { problem: `${word} is not a folder. Name the folder that contains it.` } : undefined
  } catch (error) {
    return looksLikeOne ? { problem: `${word} ${whyNot(path, error)}.` } : undefined
  }
}

function whyNot(path: string, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  if (code === 'EACCES') return 'cannot be read: permission is missing for it or for a parent folder'
  if (code === 'ENOENT' && isLink(path)) return 'is a broken symbolic link'
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'does not exist'
  return `cannot be read (${code})`
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink()
  } catch {
    return false
  }
}
