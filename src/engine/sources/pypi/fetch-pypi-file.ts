import { createHash } from 'node:crypto'
import { ScanFailure } from '../../model/failure.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { isMetadataOfWheel } from '../python-packaging/distribution-file.ts'
import { kindOfDistribution } from '../archives/kind-of-distribution.ts'
import { unpackArchive } from '../archives/unpack-archive.ts'
import { heldSnapshot } from '../held-snapshot.ts'
import { lookupFailure } from '../lookup-failure.ts'
import type { PypiReach, ResolvedPypiSource, SourceContext } from '../source.ts'
import { filesLeftOut } from './choose-file.ts'

/**
 * Downloads a release file, verifies its digest and attestations, and unpacks it in a child process. Never builds
 * anything.
 */
export async function fetchPypiFile(
  { isolation, pypiIndex, signal }: PypiReach & Pick<SourceContext, 'isolation'>,
  resolved: ResolvedPypiSource,
): Promise<Snapshot> {
  const { canonicalUrl, revision, file, tellsAttestations, facts } = resolved
  const what = `The file ${file.fileName}`
  const lookup = await pypiIndex.file(file, signal)
  if (lookup.status !== 'found') throw lookupFailure(what, lookup, 'the package index')
  const { files, skipped } = await unpackArchive(
    isolation,
    { what, kind: kindOfDistribution(file.distribution), packed: lookup.bytes },
    signal,
  )
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
