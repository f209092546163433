import { hash } from 'node:crypto'
import { closeSync, constants, fchmodSync, fstatSync, lstatSync, mkdirSync, openSync } from 'node:fs'
import { readdirSync, readSync, renameSync, rmSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** Limits on the stored snapshots of a user. */
export const snapshotStoreLimits = {
  /** Maximum number of snapshots, for example for two versions of Node. */
  maxSnapshots: 2,
  /** Maximum size of one snapshot. Today's take 9 MB. */
  maxBytes: 64 * 1024 * 1024,
  /** Time after which a snapshot is removed. A new one takes less than a second. */
  maxAgeMs: 30 * 24 * 60 * 60 * 1000,
  /** Time after which an unfinished snapshot is removed, because its process must have ended. */
  maxUnfinishedMs: 60 * 60 * 1000,
} as const

const suffix = '.snapshot'
const unfinishedPrefix = 'new-'
/** Mode bits that let the group or others write. */
const writableForOthers = 0o022

/**
 * Snapshots of child processes in a folder of the user. A name consists of the key and the SHA-256 digest of the
 * content: `KEY-DIGEST.snapshot`. Only processes that have read nothing but Assay's own code write them.
 */
export class SnapshotStore {
  readonly #folder: string
  readonly #key: string

  /**
   * @param folder absolute path
   * @param key names everything on which a snapshot depends, as a file name without `-`
   */
  constructor(folder: string, key: string) {
    this.#folder = folder
    this.#key = key
  }

  /**
   * Opens a snapshot with this key, and returns its descriptor. Returns undefined if no snapshot is stored, if it is
   * old, or if it cannot be trusted: others can write to it or to the folder, or its content has changed.
   */
  open(): number | undefined {
    if (!isOwn(this.#folder, 'folder')) return undefined
    for (const name of this.#names()) {
      const digest = name.startsWith(`${this.#key}-`) ? name.slice(this.#key.length + 1, -suffix.length) : undefined
      if (digest === undefined) continue
      const descriptor = openTrusted(join(this.#folder, name), digest)
      if (descriptor !== undefined) return descriptor
      this.#remove(name)
    }
    return undefined
  }

  /** Creates a folder for an unfinished snapshot. Throws if that is not possible, or if others can write to it. */
  newFolder(): string {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 })
    if (!isOwn(this.#folder, 'folder')) throw new Error(`other users can write to ${this.#folder}`)
    this.#tidy()
    const folder = join(this.#folder, `${unfinishedPrefix}${process.pid}-${performance.now().toString(36).slice(2)}`)
    mkdirSync(folder, { mode: 0o700 })
    return folder
  }

  /** Stores a file of `newFolder`, and returns its descriptor. Returns undefined if the file is too large. */
  keep(file: string): number | undefined {
    const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    let isKept = false
    try {
      const content = contentOf(descriptor)
      if (content === undefined) return undefined
      fchmodSync(descriptor, 0o600)
      renameSync(file, join(this.#folder, `${this.#key}-${hash('sha256', content)}${suffix}`))
      this.#tidy()
      isKept = true
      return descriptor
    } finally {
      if (!isKept) closeSync(descriptor)
    }
  }

  /** Removes all snapshots with this key, because a child could not start from one. */
  forget(): void {
    for (const name of this.#names()) if (name.startsWith(`${this.#key}-`)) this.#remove(name)
  }

  #remove(name: string): void {
    try {
      rmSync(join(this.#folder, name), { recursive: true, force: true })
    } catch {
      // The folder is not writable.
    }
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => name.endsWith(suffix))
    } catch {
      return []
    }
  }

  /** Removes old snapshots, all but the newest ones, and what ended processes have left. */
  #tidy(): void {
    const { maxSnapshots, maxAgeMs, maxUnfinishedMs } = snapshotStoreLimits
    const now = Date.now()
    const byAge = this.#names()
      .map((name) => ({ name, at: modifiedAt(join(this.#folder, name)) }))
      .sort((one, other) => other.at - one.at)
    const old = byAge.filter(({ at }, place) => place >= maxSnapshots || now - at > maxAgeMs)
    const unfinished = readdirSync(this.#folder)
      .filter((name) => name.startsWith(unfinishedPrefix))
      .map((name) => ({ name, at: modifiedAt(join(this.#folder, name)) }))
      .filter(({ at }) => now - at > maxUnfinishedMs)
    for (const { name } of [...old, ...unfinished]) this.#remove(name)
  }
}

function modifiedAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

/** Opens a file whose content has the digest. Returns undefined if it is old, damaged, or writable for others. */
function openTrusted(path: string, digest: string): number | undefined {
  let descriptor: number | undefined
  try {
    descriptor = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    const entry = fstatSync(descriptor)
    const isOld = Date.now() - entry.mtimeMs > snapshotStoreLimits.maxAgeMs
    const content = isOwnEntry(entry, 'file') && !isOld ? contentOf(descriptor) : undefined
    if (content !== undefined && hash('sha256', content) === digest) return descriptor
  } catch {
    // The file cannot be read.
  }
  if (descriptor !== undefined) closeSync(descriptor)
  return undefined
}

/** Returns the content. Undefined if the file is too large. */
function contentOf(descriptor: number): Buffer | undefined {
  const { size } = fstatSync(descriptor)
  if (size === 0 || size > snapshotStoreLimits.maxBytes) return undefined
  const content = Buffer.allocUnsafe(size)
  for (let filled = 0; filled < size;) {
    const count = readSync(descriptor, content, filled, size - filled, filled)
    if (count === 0) return undefined
    filled += count
  }
  return content
}

function isOwn(path: string, kind: 'file' | 'folder'): boolean {
  try {
    return isOwnEntry(lstatSync(path), kind)
  } catch {
    return false
  }
}

/** Reports whether only this user can write to a file or folder. A symbolic link is neither. */
function isOwnEntry(entry: Stats, kind: 'file' | 'folder'): boolean {
  const isKind = kind === 'file' ? entry.isFile() && entry.nlink === 1 : entry.isDirectory()
  return isKind && entry.uid === process.geteuid?.() && (entry.mode & writableForOthers) === 0
}
