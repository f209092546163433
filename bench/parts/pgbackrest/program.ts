import { execFile } from 'node:child_process'
import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** First version that supports PostgreSQL 18. */
const minVersion = [2, 55] as const

/** An installed pgBackRest, or the reason why none can be used. */
export type FoundProgram =
  | { readonly file: string; readonly version: string }
  | { readonly file: undefined; readonly reason: string }

/**
 * Finds pgBackRest: the program that PGBACKREST names, or `pgbackrest` in PATH. Versions before 2.55 do not support
 * PostgreSQL 18. Debian 12 has version 2.45, so build a newer one there: `meson setup build && ninja -C build` in its
 * sources at a tag such as `release/2.59.1` creates `build/src/pgbackrest`.
 */
export async function findPgBackRest(environment: NodeJS.ProcessEnv = process.env): Promise<FoundProgram> {
  const file = environment['PGBACKREST'] ?? (await inPath(environment['PATH'] ?? ''))
  if (file === undefined)
    return {
      file,
      reason: 'pgBackRest is not installed. Install version 2.55 or newer, or set PGBACKREST to its path.',
    }
  let version: string | undefined
  try {
    const { stdout } = await run(file, ['version'], { timeout: 10_000 })
    version = /^pgBackRest (\d+\.\d+(?:\.\d+)?)/.exec(stdout)?.[1]
  } catch (error) {
    return { file: undefined, reason: `${file} cannot be run: ${(error as Error).message}` }
  }
  if (version === undefined) return { file: undefined, reason: `${file} is not pgBackRest.` }
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major < minVersion[0] || (major === minVersion[0] && minor < minVersion[1]))
    return {
      file: undefined,
      reason: `${file} is pgBackRest ${version}, which does not support PostgreSQL 18. Install 2.55 or newer.`,
    }
  return { file, version }
}

async function inPath(path: string): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    const file = join(folder, 'pgbackrest')
    try {
      await access(file, constants.X_OK)
      return file
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}
