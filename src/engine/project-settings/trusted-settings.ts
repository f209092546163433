import type { SuppressionNotice } from '../model/suppression-report.ts'
import type { SettingsFile } from './settings-file.ts'

/** The part of a project's settings that is trusted in one scan. */
export interface TrustedSettings {
  /** All trusted settings, except for the suppressions below. */
  readonly file: SettingsFile
  readonly suppressions: readonly SuppressionNotice[]
  /** Trusted suppressions added by the pull request. */
  readonly added: readonly SuppressionNotice[]
  /** Suppressions added by the pull request that do not apply, with the reason. */
  readonly refused: readonly (SuppressionNotice & { readonly why: string })[]
  /** Why suppression comments in the code do not apply. Absent if they do. */
  readonly inlineRefusal?: string
}

/** Trusts all settings. For pushes, and for users who scan their own project. */
export function trustWholly(file: SettingsFile): TrustedSettings {
  return { file, suppressions: file.suppressions, added: [], refused: [] }
}

/** Information about how far a pull request's author and repository can be trusted. */
export interface PullRequestTrust {
  readonly base: SettingsFile
  readonly head: SettingsFile
  /** True if GitHub reports that the author has write access to the repository. */
  readonly authorMayWrite: boolean
  readonly isFromFork: boolean
}

/**
 * Returns the settings that apply to a pull request: all settings and suppressions of the base branch. Suppressions
 * added in the head apply only if the author has write access, and never from a fork, because the author of untrusted
 * code must not decide what is reported about it. Suppression comments in the code apply either all or not at all: an
 * old comment may now be above new code, and a finding that it already suppressed in the base does not count as new.
 * Suppressions removed in the head still apply until the merge, because an outdated head also lacks the base's newest
 * suppressions.
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

/** Returns a suppression without its location, for comparisons. */
function meaningOf({ rule, fingerprint, path, reason, expires }: SuppressionNotice): string {
  return JSON.stringify([rule, fingerprint, path, reason, expires])
}

/**
 * Combines the mistakes in both files. Head mistakes come first. Base mistakes are added, unless the head has the same
 * mistake.
 */
function mistakesOfBoth(base: SettingsFile, head: SettingsFile): SettingsFile['mistakes'] {
  const told = new Set(head.mistakes.map(({ path, message }) => `${path} ${message}`))
  return [
    ...head.mistakes,
    ...base.mistakes
      .filter(({ path, message }) => !told.has(`${path} ${message}`))
      .map((mistake) => ({ ...mistake, message: `${mistake.message} (on the base branch)` })),
  ]
}
