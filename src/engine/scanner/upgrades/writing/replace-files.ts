import { randomUUID } from 'node:crypto'
import { chmodSync, constants, copyFileSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
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
  /** Puts the original contents back and removes the backups. */
  restore(): void
}

/**
 * Replaces files in a folder, each atomically, after copying all of them to backups. Changes nothing if one of them is
 * a symbolic link, is read-only, has changed since the plan, or has a backup already. Throws UpgradeWriteFailure.
 */
export function replaceFiles(folder: string, replacements: readonly Replacement[]): ReplacedFiles {
  const modes = replacements.map(({ path, before }) => checkedMode(folder, path, before))
  const backups: string[] = []
  const replaced: Replacement[] = []
  const restore = () => {
    for (const { path, before } of replaced)
      replaceOne(join(folder, path), before, modes[replacements.findIndex((each) => each.path === path)] ?? 0o644)
    for (const path of backups) rmSync(join(folder, path), { force: true })
  }
  try {
    for (const { path } of replacements) {
      copyFileSync(join(folder, path), join(folder, path + backupSuffix), constants.COPYFILE_EXCL)
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
  return { backups, restore }
}

/** Returns the mode bits of a file that can be replaced. Throws UpgradeWriteFailure for any other file. */
function checkedMode(folder: string, path: string, before: Buffer): number {
  const refused = (problem: string) => new UpgradeWriteFailure(`${path} ${problem}`)
  const file = join(folder, path)
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (stat === undefined) throw refused('was deleted while Assay planned. Plan again.')
  if (stat.isSymbolicLink()) throw refused('is a symbolic link. Run "assay fix" in the folder of the file itself.')
  if (!stat.isFile()) throw refused('is not a regular file.')
  if ((stat.mode & 0o222) === 0) throw refused('is read-only. Make it writable.')
  if (!readFileSync(file).equals(before)) throw refused('changed while Assay planned. Plan again.')
  if (lstatSync(file + backupSuffix, { throwIfNoEntry: false }) !== undefined)
    throw refused(`already has a backup, ${path}${backupSuffix}. Delete or move it.`)
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
