import { randomUUID } from 'node:crypto'
import { chmodSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UpgradeWriteFailure } from './write-failure.ts'

/** Suffix of the copies of the files before a change. */
export const backupSuffix = '.assay-backup'

/** File to replace. */
export interface Replacement {
  /** Path in the project. */
  readonly path: string
  /** Content when the plan was made. */
  readonly before: Buffer
  readonly after: string
}

/** Files that were replaced. */
export interface ReplacedFiles {
  /** Paths of the backups, relative to the folder. */
  readonly backups: readonly string[]
  /**
   * Puts the original contents back and removes the backups. If a file was changed since, keeps it and its backup, and
   * throws UpgradeWriteFailure.
   */
  restore(): void
}

/**
 * Replaces files in a folder, each atomically, after copying all of them to backups. Changes nothing if one of them is
 * a symbolic link, is read-only, has changed since the plan, or has a backup already. Throws UpgradeWriteFailure.
 *
 * @param ownBackups backups that the same run made. They contain the original contents, so they are kept.
 */
export function replaceFiles(
  folder: string,
  replacements: readonly Replacement[],
  ownBackups: ReadonlySet<string> = new Set(),
): ReplacedFiles {
  const modes = replacements.map((replacement) => checkedMode(folder, replacement, ownBackups))
  const backups: string[] = []
  const replaced: Replacement[] = []
  const restore = () => {
    const kept = replaced.filter((replacement) => !putBack(folder, replacement, ownBackups)).map(({ path }) => path)
    for (const backup of backups)
      if (!kept.some((path) => path + backupSuffix === backup)) rmSync(join(folder, backup), { force: true })
    if (kept.length > 0)
      throw new UpgradeWriteFailure(
        `Assay cannot put ${kept.join(', ')} back, for example because another program changed it. The original is ` +
          `in the file with the suffix ${backupSuffix}.`,
      )
  }
  try {
    for (const [index, { path, before }] of replacements.entries()) {
      if (ownBackups.has(path + backupSuffix)) continue
      replaceOne(join(folder, path + backupSuffix), before, modes[index] ?? 0o644)
      backups.push(path + backupSuffix)
    }
    for (const [index, replacement] of replacements.entries()) {
      replaceOne(join(folder, replacement.path), replacement.after, modes[index] ?? 0o644)
      replaced.push(replacement)
    }
  } catch (error) {
    restore()
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
    throw new UpgradeWriteFailure(
      `Assay cannot write in ${folder} (${code}). No file was changed. Check the permissions of the folder.`,
      { cause: error },
    )
  }
  return { backups: replacements.map(({ path }) => path + backupSuffix), restore }
}

/**
 * Puts a file back, if possible from its backup, which needs no free space. Returns false, and keeps both, if the file
 * was changed since it was replaced or the folder cannot be written.
 */
function putBack(folder: string, { path, before, after }: Replacement, ownBackups: ReadonlySet<string>): boolean {
  const file = join(folder, path)
  try {
    if (readFileSync(file, 'utf8') !== after) return false
    if (ownBackups.has(path + backupSuffix)) replaceOne(file, before, lstatSync(file).mode & 0o777)
    else renameSync(file + backupSuffix, file)
    return true
  } catch {
    return false
  }
}

/** Returns the mode bits of a file that can be replaced. Throws UpgradeWriteFailure for any other file. */
function checkedMode(folder: string, { path, before }: Replacement, ownBackups: ReadonlySet<string>): number {
  const refused = (problem: string) => new UpgradeWriteFailure(`${path} ${problem}`)
  const file = join(folder, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw refused('was deleted while Assay planned. Plan again.')
  if (stat.isSymbolicLink()) throw refused('is a symbolic link. Run "assay fix" in the folder of the file itself.')
  if (!stat.isFile()) throw refused('is not a regular file.')
  if ((stat.mode & 0o222) === 0) throw refused('is read-only. Make it writable.')
  if (!readFileSync(file).equals(before)) throw refused('changed while Assay planned. Plan again.')
  const backup = path + backupSuffix
  if (!ownBackups.has(backup) && lstatSync(join(folder, backup), { throwIfNoEntry: false }) !== undefined)
    throw refused(`already has a backup, ${backup}. Delete or move it.`)
  return stat.mode & 0o777
}

function replaceOne(file: string, content: Buffer | string, mode: number): void {
  const temporary = join(dirname(file), `.assay-${randomUUID()}`)
  try {
    writeFileSync(temporary, content, { flag: 'wx', flush: true })
    chmodSync(temporary, mode)
    renameSync(temporary, file)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}
