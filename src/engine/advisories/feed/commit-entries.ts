import { repositoryName } from '../../model/repository-name.ts'
import { normalPackageName } from '../../sources/package-registries/package-name.ts'
import { OsvAffectedCommits } from '../osv-record.ts'

/** Data from an `affected` entry about one git repository. */
export interface CommitEntry {
  /** Normalized repository name for lookups. */
  readonly repository: string
  /** Affected tags, and the affected commits named in the record. */
  readonly versions: readonly string[]
}

/**
 * Converts the `GIT` ranges of an `affected` entry to lists that can be matched without the repository history. The
 * lists contain the affected tags, which OSV has computed from the ranges, and the affected commits named in events.
 * Commits between two events are not included.
 */
export function commitEntries(entry: unknown): readonly CommitEntry[] {
  const { success, data } = OsvAffectedCommits.safeParse(entry)
  if (!success) return []
  const named = data.ranges.flatMap(({ repo, events }) => {
    const name = repositoryName(repo)
    return name === undefined ? [] : [{ repository: normalPackageName('GIT', name), events }]
  })
  return [...Map.groupBy(named, ({ repository }) => repository)].map(([repository, ranges]) => {
    const commits = ranges
      .flatMap(({ events }) => events)
      .flatMap(({ introduced, last_affected: last }) => [introduced, last])
      .filter((commit) => commit !== undefined && commit !== '0')
    return { repository, versions: [...new Set([...data.versions, ...commits])].filter((text) => text !== undefined) }
  })
}
