import type { PackageFacts, Verification } from '../../model/package-facts.ts'
import type { SnapshotFile } from '../../model/snapshot.ts'
import type { ReleaseVerification } from '../package-registries/verify-npm-release.ts'
import { shownText } from '../shown-text.ts'
import type { ResolvedNpmSource } from '../source.ts'
import { readArchivedManifest } from './archived-manifest.ts'
import { installScripts } from './install-scripts.ts'
import { manifestDifferences } from './manifest-differences.ts'

/** Returns a version's registry metadata, and the points on which it contradicts the files. */
export function npmPackageFacts(
  { manifest, release, versions }: ResolvedNpmSource,
  files: ReadonlyMap<string, SnapshotFile>,
  { signature, provenance }: ReleaseVerification,
): PackageFacts {
  const archived = readArchivedManifest(files)
  const scripts = installScripts(archived, release, files)
  const differences = manifestDifferences(manifest, release, archived)
  const { repository, commit } = provenance
  return {
    signature: shown(signature),
    provenance: {
      ...shown(provenance),
      ...(repository !== undefined && { repository: shownText(repository) }),
      ...(commit !== undefined && { commit: shownText(commit) }),
    },
    ...(manifest.deprecated !== undefined && { deprecated: shownText(manifest.deprecated, maxMessageLength) }),
    ...(Object.keys(scripts).length > 0 && { installScripts: scripts }),
    ...(differences.length > 0 && { manifestDifferences: differences }),
    ...(versions !== undefined && { versions }),
    ...(release.publishedAt !== undefined && { publishedAt: release.publishedAt.toISOString() }),
  }
}

/**
 * Maximum length of a deprecation message. Long enough to keep the end, because messages often name a replacement
 * there.
 */
const maxMessageLength = 1_000

const shown = ({ state, detail }: Verification): Verification => ({
  state,
  detail: shownText(detail, maxMessageLength),
})
