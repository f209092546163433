import semver from 'semver'
import { ScanFailure } from '../engine/model/failure.ts'
import type { PackageFacts } from '../engine/model/package-facts.ts'
import { Turns } from '../engine/inventory/pypi-walk/turns.ts'
import { resolveSource } from '../engine/sources/fetch-source.ts'
import { shownText } from '../engine/sources/shown-text.ts'
import type { ResolvedNpmSource, ResolvedPypiSource, SourceReach } from '../engine/sources/source.ts'
import { mcpLimits } from './mcp-limits.ts'
import type { PackageTarget, ResolvedPackage } from './tool-host.ts'

const lookups = new Turns(mcpLimits.maxLookups)

/** Asks the registry which version a target resolves to, for at most `mcpLimits.maxResolveMs`. */
export async function resolvePackage(
  sources: SourceReach,
  target: PackageTarget,
  signal: AbortSignal,
): Promise<ResolvedPackage> {
  const deadline = AbortSignal.timeout(mcpLimits.maxResolveMs)
  try {
    const asked = AbortSignal.any([signal, deadline])
    const source = await lookups.take(async () => {
      asked.throwIfAborted()
      return resolveSource({ ...sources, signal: asked }, target)
    })
    return { version: source.revision, facts: publicationOf(source) }
  } catch (error) {
    signal.throwIfAborted()
    const version = exactVersion(target)
    if (deadline.aborted) return version === undefined ? {} : { version }
    if (error instanceof ScanFailure) return { ...(version !== undefined && { version }), failure: error }
    throw error
  }
}

/** Returns the target's version, or undefined if the target has a range or a tag. */
export function exactVersion(target: PackageTarget): string | undefined {
  return target.type === 'npm' ? (semver.valid(target.selector) ?? undefined) : target.version
}

/** Returns the target with exactly this version. */
export function withVersion(target: PackageTarget, version: string): PackageTarget {
  return target.type === 'npm' ? { ...target, selector: version } : { ...target, version }
}

/** Returns the publication data of a version from a registry. */
function publicationOf(
  source: ResolvedNpmSource | ResolvedPypiSource,
): Pick<PackageFacts, 'publishedAt' | 'deprecated'> {
  if (source.type === 'pypi') return source.facts
  const { manifest, release } = source
  return {
    ...(release.publishedAt && { publishedAt: release.publishedAt.toISOString() }),
    ...(manifest.deprecated !== undefined && { deprecated: shownText(manifest.deprecated) }),
  }
}
