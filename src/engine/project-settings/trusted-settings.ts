import type { SuppressionNotice } from '../model/suppression-report.ts'
import type { SettingsFile } from './settings-file.ts'

/** What of a project's word counts in one scan. */
export interface TrustedSettings {
  /** Everything but the suppressions below. */
  readonly file: SettingsFile
  readonly suppressions: readonly SuppressionNotice[]
  /** Those of `suppressions` that the pull request adds. */
  readonly added: readonly SuppressionNotice[]
  /** Those that the pull request adds and that do not count. */
  readonly refused: readonly (SuppressionNotice & { readonly why: string })[]
  /** Why comments in the code do not count; absent where they do. */
  readonly inlineRefusal?: string
}

/** Of a project that is trusted as it is: a push, or a person who scans their own project. */
export function trustWholly(file: SettingsFile): TrustedSettings {
  return { file, suppressions: file.suppressions, added: [], refused: [] }
}

/** Who asks for what a pull request brings. */
export interface PullRequestTrust {
  /** The settings of the branch that it is made for. */
  readonly base: SettingsFile
  /** The settings as it would leave them. */
  readonly head: SettingsFile
  /** GitHub says that its author may write to the repository. */
  readonly authorMayWrite: boolean
  readonly isFromFork: boolean
}

/**
 * What counts for a pull request: every setting as the base branch has it, with its suppressions. What the head adds to
 * these counts only from a writer of the repository, and from a fork nothing does: who proposes code does not decide
 * what is found in it. Comments in the code count all or not at all: one that is old may stand above new code, and what
 * it set aside before is no new finding now. What the head takes away holds until it is merged, since a head that is
 * merely older lacks the base's newest suppressions too.
 */
export function trustOfPullRequest({ base, head, authorMayWrite, isFromFork }: PullRequestTrust): TrustedSettings {
  const known = new Set(base.suppressions.map(meaningOf))
  const brought = head.suppressions.filter((suppression) => !known.has(meaningOf(suppression)))
  const file = { ...base, mistakes: mistakesOfBoth(base, head) }
  if (!isFromFork && authorMayWrite)
    return { file, suppressions: [...base.suppressions, ...brought], added: brought, refused: [] }
  const why = isFromFork
    ? 'suppressions from a fork have no effect'
    : 'the author of the pull request does not have write access to the repository'
  return {
    file,
    suppressions: base.suppressions,
    added: [],
    refused: brought.map((suppression) => ({ ...suppression, why })),
    inlineRefusal: why,
  }
}

/** Everything but where it stands. */
function meaningOf({ rule, fingerprint, path, reason, expires }: SuppressionNotice): string {
  return JSON.stringify([rule, fingerprint, path, reason, expires])
}

/** Those of the head can still be mended; those of the base it has anyway unless it mended them. */
function mistakesOfBoth(base: SettingsFile, head: SettingsFile): SettingsFile['mistakes'] {
  const told = new Set(head.mistakes.map(({ path, message }) => `${path} ${message}`))
  return [
    ...head.mistakes,
    ...base.mistakes
      .filter(({ path, message }) => !told.has(`${path} ${message}`))
      .map((mistake) => ({ ...mistake, message: `${mistake.message} (on the base branch)` })),
  ]
}
