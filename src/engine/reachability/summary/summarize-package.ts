import { manifestFacts } from '../manifest-facts.ts'
import type { ModuleSummary, PackageSummary, UnreadFile } from '../package-summary.ts'

/** Returns the summary of a package version or project. `manifest` is the parsed `package.json`, if one exists. */
export function summarizePackage({
  modules,
  manifest,
  unread = [],
  native = [],
}: {
  readonly modules: readonly ModuleSummary[]
  readonly manifest?: unknown
  readonly unread?: readonly UnreadFile[]
  readonly native?: readonly string[]
}): PackageSummary {
  return { manifest: manifestFacts(manifest), modules: [...modules], unread: [...unread], native: [...native] }
}
