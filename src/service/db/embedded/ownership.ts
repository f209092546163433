import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

type Owner = { readonly uid: number; readonly gid: number }

/**
 * Changes the owner of a folder and its contents. The folder itself is changed last, so that the next start repeats an
 * interrupted change. No effect if the folder already belongs to `owner`.
 */
export function giveTree(folder: string, owner: Owner): void {
  if (lstatSync(folder).uid === owner.uid) return
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    lchownSync(join(entry.parentPath, entry.name), owner.uid, owner.gid)
  }
  lchownSync(folder, owner.uid, owner.gid)
}

/** Throws an EmbeddedPostgresError if the cluster belongs to another user and this process is not root. */
export function assertOwn(folder: string): void {
  const owner = statSync(folder).uid
  const self = process.getuid?.()
  if (owner !== self)
    throw new EmbeddedPostgresError(
      `${folder} belongs to uid ${owner}, and this process runs as uid ${self}. Run as that user, give the ` +
        'folder away (chown -R), or set ASSAY_DATA_DIR to another folder.',
    )
}

/**
 * Lets `account`'s group traverse, but not list, root's folders that have mode 0700 (they become 0710). Other folders
 * do not change. Returns a function that reverts the change.
 */
export function letEnter(folders: readonly string[], account: Owner): () => void {
  const changed = folders
    .map((path) => ({ path, before: statSync(path) }))
    .filter(({ before }) => before.uid === process.getuid?.() && (before.mode & 0o077) === 0)
  for (const { path } of changed) {
    chownSync(path, -1, account.gid)
    chmodSync(path, 0o710)
  }
  return () => {
    for (const { path, before } of changed) {
      chmodSync(path, before.mode & 0o7777)
      chownSync(path, -1, before.gid)
    }
  }
}
