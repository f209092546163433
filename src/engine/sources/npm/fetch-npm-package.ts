import { ScanFailure } from '../../model/failure.ts'
import type { Snapshot } from '../../model/snapshot.ts'
import { sha512Integrity } from '../package-registries/npm-integrity.ts'
import { unpackArchive } from '../archives/unpack-archive.ts'
import { heldSnapshot } from '../held-snapshot.ts'
import { lookupFailure } from '../lookup-failure.ts'
import type { NpmReach, ResolvedNpmSource, SourceContext } from '../source.ts'
import { npmPackageFacts } from './npm-package-facts.ts'

/**
 * Downloads a version's archive, verifies its digest and the registry's signatures and attestations, and unpacks the
 * archive in a child process.
 */
export async function fetchNpmPackage(
  { isolation, npmRegistry, signal }: NpmReach & Pick<SourceContext, 'isolation'>,
  resolved: ResolvedNpmSource,
): Promise<Snapshot> {
  const { manifest, release, canonicalUrl, revision } = resolved
  const what = `The archive of ${manifest.name}@${manifest.version}`
  const download = npmRegistry.tarball(manifest.dist, signal)
  const archive = download.then(
    (lookup) => (lookup.status === 'found' ? lookup.bytes : undefined),
    () => undefined,
  )
  const verification = npmRegistry.verify({ manifest, release, archive }, signal)
  // Prevents an unhandled rejection: if the download fails, nothing awaits the verification.
  verification.catch(() => undefined)
  const lookup = await download
  if (lookup.status !== 'found') throw lookupFailure(what, lookup, 'the npm registry')
  const { files, skipped } = await unpackArchive(isolation, { what, kind: 'tar', packed: lookup.bytes }, signal)
  if (!files.has('package.json')) throw new ScanFailure('SOURCE_MALFORMED', `${what} has no package.json.`)
  const facts = npmPackageFacts(resolved, files, await verification)
  return heldSnapshot({
    source: { type: 'npm', canonicalUrl, revision, digest: sha512Integrity(lookup.bytes), package: facts },
    files,
    skipped,
  })
}
