import { type DependencyReason, dependencyReasonText } from '../reasons/dependency-reasons.ts'

/** Reasons for requirements that an installer would resolve from a registry. */
const reasons: readonly DependencyReason[] = [
  'build-script-dynamic-version',
  'build-script-without-version',
  'catalog-range',
  'catalog-without-version',
  'dependencies-not-listed',
  'dependencies-not-listed-commit-lockfile',
  'dependencies-not-resolved',
  'inexact-start',
  'no-cargo-lock',
  'no-lockfile',
  'no-lockfile-commit-one',
  'property-not-set',
  'range-not-pinned',
  'version-set-by-parent',
]

/** The sentences of these reasons. */
export const unlockedReasons: ReadonlySet<string> = new Set(reasons.map(dependencyReasonText))
