import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import type { Isolation } from '../../src/engine/isolation/isolation.ts'
import { ScanFailure } from '../../src/engine/model/failure.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { createAddressGuard } from '../../src/engine/net/address-guard.ts'
import { unpackArchive } from '../../src/engine/sources/archives/unpack-archive.ts'
import { sha512Integrity } from '../../src/engine/sources/package-registries/npm-integrity.ts'
import { fetchFolder } from '../../src/engine/sources/folder/fetch-folder.ts'
import { heldSnapshot } from '../../src/engine/sources/held-snapshot.ts'
import { npmPageUrl } from '../../src/engine/sources/npm/npm-page-url.ts'
import { pypiPageUrl } from '../../src/engine/sources/pypi/pypi-page-url.ts'
import type { VersionPlace } from './case.ts'
import { npmArchive, type PackageCache, pypiArchive } from './package-cache.ts'

/** Source of packages, and the child processes that unpack them. */
export interface VersionReach {
  readonly cache: PackageCache
  readonly isolation: Isolation
}

/** Thrown if the files of a version are not available. The message contains the reason. */
export class NotObtained extends Error {
  override readonly name = 'NotObtained'
}

/** Reads the files of a version as a scan would. The caller must dispose of the snapshot. Throws NotObtained. */
export async function openVersion(
  { cache, isolation }: VersionReach,
  place: VersionPlace,
  signal: AbortSignal,
): Promise<Snapshot> {
  if (place.kind === 'missing') throw new NotObtained(place.reason)
  try {
    if (place.kind === 'folder') return await openFolder(place.folder, signal)
    return await (place.ecosystem === 'npm'
      ? openNpm({ cache, isolation }, place, signal)
      : openPypi({ cache, isolation }, place, signal))
  } catch (error) {
    // Results are committed, so they must not contain local paths.
    if (error instanceof ScanFailure)
      throw new NotObtained(
        place.kind === 'folder' ? error.message.replaceAll(place.folder, '').trim() : error.message,
        { cause: error },
      )
    throw error
  }
}

async function openFolder(folder: string, signal: AbortSignal): Promise<Snapshot> {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new NotObtained('there is no such folder; trees of git cases are made by bench/detection/prepare-trees.ts')
  const git = { temporaryFolder: tmpdir(), addressGuard: createAddressGuard({ allowedNetworks: [] }) }
  return fetchFolder({ git, signal }, { type: 'folder', path: folder, canonicalUrl: pathToFileURL(folder).href })
}

type PackagePlace = Extract<VersionPlace, { kind: 'package' }>

async function openNpm(
  { cache, isolation }: VersionReach,
  { name, version }: PackagePlace,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { fileName, bytes } = await npmArchive(cache, { name, version }, signal)
  const source = {
    type: 'npm',
    canonicalUrl: npmPageUrl(name),
    revision: version ?? 'latest',
    digest: sha512Integrity(bytes),
  } as const
  return heldSnapshot({
    source,
    ...archived(
      await unpackArchive(isolation, { what: `The archive ${fileName}`, kind: 'tar', packed: bytes }, signal),
    ),
  })
}

async function openPypi(
  { cache, isolation }: VersionReach,
  { name, version }: PackagePlace,
  signal: AbortSignal,
): Promise<Snapshot> {
  const { fileName, bytes } = await pypiArchive(cache, { name, version }, signal)
  const kind = /\.whl$/i.test(fileName) ? 'wheel' : /\.zip$/i.test(fileName) ? 'source-zip' : 'tar'
  const read = await unpackArchive(isolation, { what: `The file ${fileName}`, kind, packed: bytes }, signal)
  const source = {
    type: 'pypi',
    canonicalUrl: pypiPageUrl(name),
    revision: version ?? 'latest',
    digest: sha512Integrity(bytes),
  } as const
  return heldSnapshot({ source, ...archived(read) })
}

const archived = ({ files, skipped }: Pick<Snapshot, 'files' | 'skipped'>) => ({ files, skipped })
