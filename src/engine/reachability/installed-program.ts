import type { Reachability } from '../model/reachability.ts'
import type { PackageSummary } from './package-summary.ts'
import type { VulnerableFunctions } from './vulnerable-functions.ts'

/** A package version that the project installs, read once from its archive. */
export interface InstalledPackage {
  readonly ecosystem: 'npm' | 'PyPI'
  readonly name: string
  readonly version: string
  /** Other names that import it, as in `"other": "npm:name@1.0.0"`. */
  readonly aliases?: readonly string[]
  readonly summary: PackageSummary
}

/** The scanned project and everything it installs. */
export interface InstalledProgram {
  readonly project: PackageSummary
  /** Words of the commands that run the project, as `projectCommands` returns them. */
  readonly commands?: readonly string[]
  readonly packages: readonly InstalledPackage[]
  /** Installed packages whose archives were not read, as `name@version`. They may call anything that they can load. */
  readonly notRead: ReadonlySet<string>
  /** Those of `notRead` that are needed only for development. Only an import of their own names can load them. */
  readonly forDevelopment?: ReadonlySet<string>
}

/** A vulnerable package version that the project installs. */
export interface VulnerablePackage {
  readonly ecosystem: string
  readonly name: string
  readonly version: string
  /** Undefined if the functions are not known. Then only the package can be judged. */
  readonly functions: VulnerableFunctions | undefined
}

/** Judges for each vulnerable package, in order, whether the project reaches its vulnerable code. */
export type JudgeReachability = (
  program: InstalledProgram,
  vulnerable: readonly VulnerablePackage[],
) => readonly Reachability[]
