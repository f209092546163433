import { randomUUID } from 'node:crypto'
import { accessSync, chmodSync, constants, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { RequestError, UsageError } from './command.ts'

/** A file that gets the whole report at once. */
export interface ReportFile {
  /** Absolute path, without symbolic links as far as the file exists. */
  readonly path: string
  /** Replaces the content of the file. Throws RequestError if the file cannot be written after all. */
  write(content: string): void
}

/** Folders whose entries lead to devices and open files, which a rename would replace instead of filling. */
const systemFolders = /^\/(?:dev|proc|sys)(?:\/|$)/

/** Names of the output of the process itself. It may be a socket, which cannot be opened by name. */
const stdoutNames: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1', '/proc/self/fd/1'])

/**
 * Returns the file of `--output`, or undefined for stdout. Throws RequestError if it cannot be written, before a scan
 * spends time. A symbolic link counts as its target.
 *
 * @param from absolute path against which the name is resolved
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

/** Readers see the old content or the new one, never a part. */
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
        // A mounted file cannot be replaced, and neither can a file of another user in a folder such as /tmp.
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

/** A file that a command writes or reads, by the option or argument that names it. */
interface NamedFile {
  /** Subject of a sentence, such as `--output`. */
  readonly subject: string
  readonly path: string
}

/** Throws UsageError if two reports go to the same file, or if a report would replace a file that is scanned. */
export function requireSeparateFiles(reports: readonly NamedFile[], scanned: readonly NamedFile[]): void {
  for (const [index, { subject, path }] of reports.entries()) {
    if (systemFolders.test(path)) continue
    const same = [...reports.slice(0, index), ...scanned].find((other) => other.path === path)
    if (same)
      throw new UsageError(`${subject} and ${same.subject} name the same file, ${path}. Use a different file for each.`)
  }
}
