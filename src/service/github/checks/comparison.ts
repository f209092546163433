import type { Octokit } from '@octokit/rest'
import { changedLinesOf } from '../../../engine/reports/check-run/changed-lines.ts'
import type { RepositoryClient } from '../clients.ts'

/** The difference between two commits. */
export interface Comparison {
  /** The merge base, because later commits of the base branch are not part of the change. */
  readonly mergeBase: string
  /** Changed line ranges in the new text, by path. A range is its first and last line. */
  readonly changedLines: readonly (readonly [string, readonly (readonly [number, number])[]])[]
}

/** Compares two commits. Throws GitHub's errors. GitHub lists at most 300 files; other files are not annotated. */
export async function compareCommits(
  octokit: Octokit,
  at: RepositoryClient['at'],
  { base, head }: { base: string; head: string },
): Promise<Comparison> {
  const { data } = await octokit.rest.repos.compareCommitsWithBasehead({
    ...at,
    basehead: `${base}...${head}`,
    per_page: 1,
  })
  return {
    mergeBase: data.merge_base_commit.sha,
    changedLines: (data.files ?? []).flatMap(({ filename, patch }) =>
      patch === undefined ? [] : [[filename, changedLinesOf(patch)] as const],
    ),
  }
}
