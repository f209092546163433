import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { resolveNpmPackage } from '../../src/engine/sources/npm/resolve-npm-package.ts'
import { resolvePypiProject } from '../../src/engine/sources/pypi/resolve-pypi-project.ts'
import { lookupFailure } from '../../src/engine/sources/lookup-failure.ts'
import type { SourceReach } from '../../src/engine/sources/source.ts'
import { normalProjectName } from '../../src/engine/sources/python-packaging/project-name.ts'

/** Source of packages that are not cached yet. */
export type PackageReach = Pick<SourceReach, 'npmRegistry' | 'pypiIndex'>

export interface PackageCache {
  /** Absolute path. */
  readonly folder: string
  /** Called only if something must be downloaded. */
  readonly reach: () => PackageReach
}

/** An archive as served by its registry. */
export interface CachedArchive {
  readonly fileName: string
  readonly bytes: Buffer
}

/**
 * Returns the archive of an npm version, cached at `npm/<name with + for />@<version>.tgz`. The first call downloads
 * and verifies it as a scan does. Throws ScanFailure if it is not available.
 */
export async function npmArchive(
  { folder, reach }: PackageCache,
  { name, version }: { name: string; version: string | null },
  signal: AbortSignal,
): Promise<CachedArchive> {
  const fileName = `${cacheName({ name, version })}.tgz`
  const place = join(folder, 'npm', fileName)
  if (!existsSync(place)) {
    const { npmRegistry } = reach()
    const { manifest } = await resolveNpmPackage(
      { npmRegistry, signal },
      { type: 'npm', name, selector: version ?? 'latest' },
    )
    const lookup = await npmRegistry.tarball(manifest.dist, signal)
    if (lookup.status !== 'found')
      throw lookupFailure(`The archive of ${name}@${manifest.version}`, lookup, 'the npm registry')
    keep(place, lookup.bytes)
  }
  return { fileName, bytes: readFileSync(place) }
}

/**
 * Returns the wheel or source distribution that a scan would read, cached at `pypi/<name>@<version or latest>/<file>`.
 * The first call downloads and verifies it, and never builds it. Throws ScanFailure if it is not available.
 */
export async function pypiArchive(
  { folder, reach }: PackageCache,
  { name, version }: { name: string; version: string | null },
  signal: AbortSignal,
): Promise<CachedArchive> {
  const place = join(folder, 'pypi', cacheName({ name, version }))
  const kept = existsSync(place) ? readdirSync(place).find((file) => !file.endsWith('.part')) : undefined
  if (kept !== undefined) return { fileName: kept, bytes: readFileSync(join(place, kept)) }
  const { pypiIndex } = reach()
  const { file } = await resolvePypiProject(
    { pypiIndex, signal },
    { type: 'pypi', name: normalProjectName(name), ...(version !== null && { version }) },
  )
  const lookup = await pypiIndex.file(file, signal)
  if (lookup.status !== 'found') throw lookupFailure(`The file ${file.fileName}`, lookup, 'the package index')
  keep(join(place, file.fileName), lookup.bytes)
  return { fileName: file.fileName, bytes: lookup.bytes }
}

const cacheName = ({ name, version }: { name: string; version: string | null }) =>
  `${name.replaceAll('/', '+')}@${version ?? 'latest'}`

/** Written atomically: a run may be interrupted. */
function keep(place: string, bytes: Buffer): void {
  mkdirSync(dirname(place), { recursive: true })
  const part = `${place}.${process.pid}.part`
  try {
    writeFileSync(part, bytes)
    renameSync(part, place)
  } finally {
    rmSync(part, { force: true })
  }
}
