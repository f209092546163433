import type { Octokit } from '@octokit/rest'
import { changedLinesOf } from '../../../engine/reports/check-run/changed-lines.ts'
import type { RepositoryClient } from '../clients.ts'

/** What lies between two commits. */
export interface Comparison {
  /** The commit from which both come: what the base got since is nobody's change here. */
  readonly mergeBase: string
  /** By path, the first and last line of every stretch that the change touches in the new text. */
  readonly changedLines: readonly (readonly [string, readonly (readonly [number, number])[]])[]
}

/** Compares two commits; a failure is GitHub's. It lists 300 files at most: what is not listed is not annotated. */
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
