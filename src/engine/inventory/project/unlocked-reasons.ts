import { reasons as npmReasons } from '../readers/javascript/npm-identity.ts'
import { reasons as mavenReasons } from '../readers/java/pom-reasons.ts'
import { unpinned } from '../readers/mcp/launched-package.ts'
import { reasons as cargoReasons } from '../readers/rust/cargo-toml.ts'
import { reasons as pythonReasons } from '../readers/python/requested-package.ts'

/** Reason why the dependencies of a pinned version are unknown, phrased as the end of a sentence. */
export const dependenciesUnlisted = 'no lockfile lists its dependencies; commit one'
export const dependenciesOpen = 'its own dependencies are not resolved'

/** Reasons for requirements that an installer would resolve from a registry. */
export const unlockedReasons: ReadonlySet<string> = new Set([
  npmReasons.noLockfile,
  cargoReasons.noLockfile,
  pythonReasons.range,
  dependenciesUnlisted,
  dependenciesOpen,
  unpinned,
  ...Object.values(mavenReasons),
])
