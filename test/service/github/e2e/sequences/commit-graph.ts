import { createHash } from 'node:crypto'

/** A commit of a repository in memory. Its content is a set of vulnerabilities. */
export interface Commit {
  readonly sha: string
  readonly parents: readonly Commit[]
  readonly flaws: ReadonlySet<string>
  readonly depth: number
}

/** Creates commits whose IDs are unique within a run. */
export function commitMaker(salt: string): (parents: readonly Commit[], flaws: Iterable<string>) => Commit {
  let count = 0
  return (parents, flaws) => ({
    sha: createHash('sha1').update(`${salt} ${count++}`).digest('hex'),
    parents,
    flaws: new Set(flaws),
    depth: Math.max(-1, ...parents.map(({ depth }) => depth)) + 1,
  })
}

export function ancestors(commit: Commit): ReadonlySet<Commit> {
  const seen = new Set<Commit>()
  const left = [commit]
  for (let next = left.pop(); next; next = left.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    left.push(...next.parents)
  }
  return seen
}

/** Returns the deepest common ancestor, like `git merge-base`. */
export function mergeBase(a: Commit, b: Commit): Commit {
  const of = ancestors(a)
  const common = [...ancestors(b)]
    .filter((commit) => of.has(commit))
    .toSorted((x, y) => y.depth - x.depth || (x.sha < y.sha ? -1 : 1))
  const [base] = common
  if (!base) throw new Error('two commits have nothing in common')
  return base
}
