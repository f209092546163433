import { ScanFailure } from '../../model/failure.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { sha512Integrity } from '../../package-registries/npm-integrity.ts'
import type { ResolvedNpmSource, SourceContext } from '../source.ts'
import { readTarArchive } from '../tar-archive.ts'
import { lookupFailure } from './lookup-failure.ts'

/** Downloads a version's archive, verifies its digest and unpacks it in memory. */
export async function fetchNpmPackage({ npmRegistry, signal }: SourceContext, resolved: ResolvedNpmSource): Promise<Snapshot> {
  const { manifest, canonicalUrl, revision } = resolved
  const what = `The archive of ${manifest.name}@${manifest.version}`
  const lookup = await npmRegistry.tarball(manifest.dist, signal)
  if (lookup.status !== 'found') throw lookupFailure(what, lookup)
  const { files, skipped } = await readTarArchive(what, lookup.bytes, signal)
  if (!files.has('package.json')) throw new ScanFailure('SOURCE_MALFORMED', `${what} has no package.json.`)
  return { source: { type: 'npm', canonicalUrl, revision, digest: sha512Integrity(lookup.bytes) }, files, skipped }
}
