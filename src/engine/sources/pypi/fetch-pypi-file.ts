import { createHash } from 'node:crypto'
import { ScanFailure } from '../../model/failure.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import type { PypiFile } from '../package-registries/pypi-project.ts'
import { isMetadataOfWheel } from '../python-packaging/distribution-file.ts'
import type { ArchivedFiles } from '../collected-files.ts'
import { heldSnapshot } from '../held-snapshot.ts'
import { lookupFailure } from '../lookup-failure.ts'
import type { PypiReach, ResolvedPypiSource } from '../source.ts'
import { readTarArchive } from '../tar-archive.ts'
import { readZipArchive } from '../zip-archive.ts'
import { filesLeftOut } from './choose-file.ts'

/**
 * Downloads the file of a release, verifies its digest and attestations, and unpacks it in memory. Nothing is built.
 */
export async function fetchPypiFile({ pypiIndex, signal }: PypiReach, resolved: ResolvedPypiSource): Promise<Snapshot> {
  const { canonicalUrl, revision, file, tellsAttestations, facts } = resolved
  const what = `The file ${file.fileName}`
  const lookup = await pypiIndex.file(file, signal)
  if (lookup.status !== 'found') throw lookupFailure(what, lookup, 'the package index')
  const { files, skipped } = await unpack(what, lookup.bytes, file, signal)
  if (file.distribution.kind === 'wheel' && ![...files.keys()].some(isMetadataOfWheel))
    throw new ScanFailure('SOURCE_MALFORMED', `${what} is not a wheel: it has no METADATA in a .dist-info folder.`)
  const provenance = await pypiIndex.provenance({ file, bytes: lookup.bytes, tellsAttestations }, signal)
  const digest = `sha256-${createHash('sha256').update(lookup.bytes).digest('base64')}`
  const leftOut = filesLeftOut(resolved.files, file)
  return heldSnapshot({
    source: { type: 'pypi', canonicalUrl, revision, digest, package: { ...facts, provenance } },
    files,
    skipped: [...leftOut.skipped, ...skipped],
    notFollowed: leftOut.notFollowed,
  })
}

/** The files of a wheel unchanged, and those of a source distribution without its leading folder. */
async function unpack(
  what: string,
  bytes: Buffer,
  { distribution }: PypiFile,
  signal: AbortSignal,
): Promise<ArchivedFiles> {
  if (distribution.kind === 'wheel') return readZipArchive(what, bytes, { leadingFolders: 0, signal })
  if (distribution.format === 'zip') return readZipArchive(what, bytes, { leadingFolders: 1, signal })
  return readTarArchive(what, bytes, signal)
}
