import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { RequestError, UsageError } from './command.ts'

/** Output file for a complete report. */
export interface ReportFile {
  /** Absolute path of the file. Symbolic links in its existing part are resolved. */
  readonly path: string
  /** Replaces the content of the file. Throws RequestError if writing fails. */
  write(content: string): void
}

/**
 * Folders with devices and open files. Renaming a file to such a path would replace the entry instead of writing to it.
 */
const systemFolders = /^\/(?:dev|proc|sys)(?:\/|$)/

/** Names of this process's standard output. They are never opened, because a socket cannot be opened by name. */
const stdoutNames: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])

/**
 * Returns the file that `--output` names, or undefined for stdout. Throws RequestError if the file is not writable,
 * before any time is spent on scanning. Follows symbolic links.
 *
 * @param from absolute path for resolving the name
 */
export function reportFile(name: string, from: string): ReportFile | undefined {
  if (stdoutNames.has(name)) return undefined
  const given = resolve(from, name)
  if (systemFolders.test(given)) return writtenInPlace(name, given)
  try {
    const path = targetOf(given)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat?.isDirectory()) throw new RequestError(`${name} is a folder. Add a file name to --output.`)
    if (stat) accessSync(path, constants.W_OK)
    if (stat && !stat.isFile()) return writtenInPlace(name, path)
    if (!stat) accessSync(dirname(path), constants.W_OK | constants.X_OK)
    return replaced(name, path, stat?.mode)
  } catch (error) {
    throw error instanceof RequestError ? error : unwritable(name, error)
  }
}

/** Returns the path without symbolic links. The file does not have to exist. */
function targetOf(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return join(realpathSync(dirname(path)), basename(path))
  }
}

/** Replaces a file atomically, so that readers never see a partial file. */
function replaced(name: string, path: string, mode: number | undefined): ReportFile {
  return {
    path,
    write(content) {
      const temporary = join(dirname(path), `.assay-${randomUUID()}`)
      try {
        writeFileSync(temporary, content, { flag: 'wx' })
        if (mode !== undefined) chmodSync(temporary, mode & 0o777)
        renameSync(temporary, path)
      } catch {
        rmSync(temporary, { force: true })
        // A mounted file cannot be replaced, and neither can another user's file in a folder such as /tmp.
        writtenInPlace(name, path).write(content)
      }
    },
  }
}

function writtenInPlace(name: string, path: string): ReportFile {
  return {
    path,
    write(content) {
      try {
        writeFileSync(path, content)
      } catch (error) {
        throw unwritable(name, error)
      }
    },
  }
}

function unwritable(name: string, error: unknown): RequestError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no code'
  const reason = code === 'ENOENT' ? 'its folder does not exist' : code
  return new RequestError(`Assay cannot write ${name} (${reason}). Specify another file with --output.`)
}

/** File that a command reads or writes, and the option or argument that names it. */
interface NamedFile {
  /** Sentence subject for errors, such as `--output`. */
  readonly subject: string
  readonly path: string
}

/** Throws UsageError if two reports use the same file, or if a report would overwrite a scanned file. */
export function requireSeparateFiles(reports: readonly NamedFile[], scanned: readonly NamedFile[]): void {
  for (const [index, { subject, path }] of reports.entries()) {
    if (systemFolders.test(path)) continue
    const same = [...reports.slice(0, index), ...scanned].find((other) => other.path === path)
    if (same)
      throw new UsageError(`${subject} and ${same.subject} name the same file, ${path}. Use a different file for each.`)
  }
}
