import type { Environment } from '../runner.ts'
import type { EventCommits } from '../workflow-run.ts'

/** Commit and ref under which code scanning stores the findings. */
export interface UploadPlace {
  readonly commit: string
  readonly ref: string
}

/** Refs that code scanning accepts. Merge queue branches are excluded, because they are short-lived. */
const accepted = /^refs\/(?:heads|tags)\/(?!gh-readonly-queue\/)|^refs\/pull\/\d+\/merge$/

/**
 * Returns the ref of the scanned commit in this run: the event's ref, or the head of its pull request. Returns
 * undefined for any other commit, because code scanning would show its findings on the wrong code.
 */
export function uploadPlace(
  { GITHUB_REF: ref = '', GITHUB_SHA: sha }: Environment,
  { head, number }: EventCommits,
  scanned: string | undefined,
): UploadPlace | undefined {
  if (scanned === undefined) return undefined
  if (scanned === sha && accepted.test(ref)) return { commit: scanned, ref }
  return scanned === head && number !== undefined ? { commit: scanned, ref: `refs/pull/${number}/head` } : undefined
}
