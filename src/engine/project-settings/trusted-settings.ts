import type { SuppressionNotice } from '../model/suppression-report.ts'
import type { SettingsFile } from './settings-file.ts'

/** The trusted part of a project's settings in one scan. */
export interface TrustedSettings {
  /** Everything except the suppressions below. */
  readonly file: SettingsFile
  readonly suppressions: readonly SuppressionNotice[]
  /** Trusted `suppressions` that the pull request adds. */
  readonly added: readonly SuppressionNotice[]
  /** Suppressions that the pull request adds and that do not apply. */
  readonly refused: readonly (SuppressionNotice & { readonly why: string })[]
  /** Why comments in the code do not apply. Absent if they do. */
  readonly inlineRefusal?: string
}

/** For a project that is trusted as it is: a push, or users who scan their own project. */
export function trustWholly(file: SettingsFile): TrustedSettings {
  return { file, suppressions: file.suppressions, added: [], refused: [] }
}

/** The author of a pull request, and its repository. */
export interface PullRequestTrust {
  /** The settings of the base branch. */
  readonly base: SettingsFile
  /** The settings of the head. */
  readonly head: SettingsFile
  /** According to GitHub, its author has write access to the repository. */
  readonly authorMayWrite: boolean
  readonly isFromFork: boolean
}

/**
 * The settings that apply to a pull request: all settings of the base branch with its suppressions. Suppressions that
 * the head adds apply only if the author has write access to the repository, and never from a fork, because the author
 * of proposed code must not decide what is found in it. Comments in the code apply either all or not at all: an old one
 * may be above new code, and a finding that it suppressed before is not new now. Suppressions that the head removes
 * apply until the merge, because a head that is merely older also lacks the base's newest suppressions.
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

/** Everything except its location. */
function meaningOf({ rule, fingerprint, path, reason, expires }: SuppressionNotice): string {
  return JSON.stringify([rule, fingerprint, path, reason, expires])
}

/** Mistakes in the head can still be fixed. Those in the base are listed in any case, unless the head fixes them. */
function mistakesOfBoth(base: SettingsFile, head: SettingsFile): SettingsFile['mistakes'] {
  const told = new Set(head.mistakes.map(({ path, message }) => `${path} ${message}`))
  return [
    ...head.mistakes,
    ...base.mistakes
      .filter(({ path, message }) => !told.has(`${path} ${message}`))
      .map((mistake) => ({ ...mistake, message: `${mistake.message} (on the base branch)` })),
  ]
}
