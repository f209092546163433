import { randomUUID } from 'node:crypto'
import { accessSync, constants, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { RequestError } from './command.ts'

/** A file that gets the whole report at once. */
export interface ReportFile {
  /** Replaces the file. Readers see the old content or the new one, never a part. */
  write(content: string): void
}

/**
 * Returns the file of `--output`. Throws RequestError if it cannot be written, before a scan spends time.
 *
 * @param from absolute path against which the name is resolved
 */
export function reportFile(name: string, from: string): ReportFile {
  const path = resolve(from, name)
  const folder = dirname(path)
  try {
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw unwritable(name, error)
  }
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) throw new RequestError(`${name} is a folder. Add a file name to --output.`)
  // A device such as /dev/stdout cannot be replaced.
  if (stat && !stat.isFile()) return { write: (content) => writeFileSync(path, content) }
  return {
    write(content) {
      const temporary = join(folder, `.assay-${randomUUID()}`)
      try {
        writeFileSync(temporary, content, { flag: 'wx' })
        renameSync(temporary, path)
      } catch (error) {
        rmSync(temporary, { force: true })
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
