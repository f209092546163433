import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { ScanFailure } from '../../src/engine/model/failure.ts'
import type { Snapshot } from '../../src/engine/model/snapshot.ts'
import { createAddressGuard } from '../../src/engine/net/address-guard.ts'
import { sha512Integrity } from '../../src/engine/sources/package-registries/npm-integrity.ts'
import { fetchFolder } from '../../src/engine/sources/folder/fetch-folder.ts'
import { heldSnapshot } from '../../src/engine/sources/held-snapshot.ts'
import { npmPageUrl } from '../../src/engine/sources/npm/npm-page-url.ts'
import { pypiPageUrl } from '../../src/engine/sources/pypi/pypi-page-url.ts'
import { readTarArchive } from '../../src/engine/sources/tar-archive.ts'
import { readZipArchive } from '../../src/engine/sources/zip-archive.ts'
import type { VersionPlace } from './case.ts'
import { npmArchive, type PackageCache, pypiArchive } from './package-cache.ts'

/** The files of a version are not available. The message contains the reason. */
export class NotObtained extends Error {
  override readonly name = 'NotObtained'
}

/** Reads the files of a version as a scan would. The caller must dispose the snapshot. Throws NotObtained. */
export async function openVersion(cache: PackageCache, place: VersionPlace, signal: AbortSignal): Promise<Snapshot> {
  if (place.kind === 'missing') throw new NotObtained(place.reason)
  try {
    if (place.kind === 'folder') return await openFolder(place.folder, signal)
    return await (place.ecosystem === 'npm' ? openNpm(cache, place, signal) : openPypi(cache, place, signal))
  } catch (error) {
    // Results are committed, so they contain no paths of this machine.
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

async function openNpm(cache: PackageCache, { name, version }: PackagePlace, signal: AbortSignal): Promise<Snapshot> {
  const { fileName, bytes } = await npmArchive(cache, { name, version }, signal)
  const source = {
    type: 'npm',
    canonicalUrl: npmPageUrl(name),
    revision: version ?? 'latest',
    digest: sha512Integrity(bytes),
  } as const
  return heldSnapshot({ source, ...archived(await readTarArchive(`The archive ${fileName}`, bytes, signal)) })
}

async function openPypi(cache: PackageCache, { name, version }: PackagePlace, signal: AbortSignal): Promise<Snapshot> {
  const { fileName, bytes } = await pypiArchive(cache, { name, version }, signal)
  const what = `The file ${fileName}`
  const isZip = /\.(?:whl|zip)$/i.test(fileName)
  const read = isZip
    ? await readZipArchive(what, bytes, { leadingFolders: /\.whl$/i.test(fileName) ? 0 : 1, signal })
    : await readTarArchive(what, bytes, signal)
  const source = {
    type: 'pypi',
    canonicalUrl: pypiPageUrl(name),
    revision: version ?? 'latest',
    digest: sha512Integrity(bytes),
  } as const
  return heldSnapshot({ source, ...archived(read) })
}

const archived = ({ files, skipped }: Pick<Snapshot, 'files' | 'skipped'>) => ({ files, skipped })
