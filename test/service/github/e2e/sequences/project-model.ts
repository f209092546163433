import { randomUUID } from 'node:crypto'
import type { FakeGitHub, FakePull, FakeRepository } from '../../../../support/fake-github/fake-github.ts'
import { ancestors, type Commit, commitMaker, mergeBase } from './commit-graph.ts'
import type { Random } from './random.ts'
import { fingerprintOf, ReviewModel, type StoredAcceptance } from './review-model.ts'

/** An event that GitHub sends. */
export interface SentEvent {
  readonly id: string
  readonly name: string
  readonly payload: Record<string, unknown>
  /** Description of the event for readers. */
  readonly what: string
}

/** Correct conclusions for a commit. If `isOptional`, it may have none. */
export interface Expected {
  readonly sha: string
  readonly conclusions: readonly string[]
  readonly isOptional: boolean
}

interface ModelPull {
  readonly at: FakePull
  head: Commit
  /** True if the pull request was ready for review while it was open. */
  isReady: boolean
  /** Commits that were its head while it was ready. */
  readonly heads: Set<Commit>
}

const none = '0'.repeat(40)

/**
 * A repository on GitHub with random branches, pull requests, pushes, and merge queues, and the correct conclusion for
 * each of its commits.
 */
export class ProjectModel {
  readonly commits = new Map<string, Commit>()
  readonly branches = new Map<string, Commit>()
  readonly #pulls: ModelPull[] = []
  readonly #pushes: { readonly before: Commit | undefined; readonly after: Commit }[] = []
  readonly #groups = new Map<Commit, Commit>()
  readonly #make: ReturnType<typeof commitMaker>
  readonly #heads: Commit[]
  readonly #random: Random
  readonly #now: () => Date
  readonly at: FakeRepository
  /** Undefined for a repository without settings. */
  readonly reviews: ReviewModel | undefined
  isSuspended = false

  constructor({
    id,
    random,
    now,
    github,
    hasReviews,
  }: {
    id: number
    random: Random
    now: () => Date
    github: FakeGitHub
    hasReviews: boolean
  }) {
    this.#random = random
    this.#now = now
    const make = commitMaker(`${id} ${randomUUID()}`)
    this.#make = (parents, flaws) => {
      const commit = make(parents, flaws)
      this.commits.set(commit.sha, commit)
      return commit
    }
    const root = this.#make([], ['old'])
    const soft = this.#make([root], ['old', 'soft'])
    this.branches.set('main', root).set('soft', soft)
    this.#heads = [
      this.#make([soft], ['old', 'soft']),
      this.#make([root], ['old']),
      this.#make([root], ['old', 'new']),
      this.#make([soft], ['old', 'soft', 'new']),
    ]
    const comparisons: FakeRepository['comparisons'] = new Map()
    comparisons.get = (key) => this.#compared(key)
    const named = this.branches
    const branches = new Map<string, string>()
    branches.get = (name) => named.get(name)?.sha
    this.at = {
      id,
      owner: { id: 1_000_000 + id, login: `owner-${id}` },
      name: `project-${id}`,
      installationId: id,
      comparisons,
      files: new Map(),
      branches,
      pulls: new Map(),
      people: new Map(),
    }
    github.repositories.push(this.at)
    this.reviews = hasReviews ? new ReviewModel({ at: this.at, random, github, commits: this.commits }) : undefined
  }

  #compared(key: string): ReturnType<FakeRepository['comparisons']['get']> {
    const [base = '', head = ''] = key.split('...')
    const [from, to] = [this.branches.get(base) ?? this.commits.get(base), this.commits.get(head)]
    return from && to ? { mergeBase: mergeBase(from, to).sha, files: this.reviews?.changedFiles ?? [] } : undefined
  }

  /** Makes a random change. Returns the events that GitHub sends for it. */
  act(): SentEvent[] {
    const open = this.#pulls.filter(({ at }) => at.state === 'open')
    if (this.reviews && open.length > 0 && this.#random.chance(0.35)) return this.reviews.act(open, this.#now())
    const roll = this.#random.below(100)
    if (roll < 30 || this.#pulls.length === 0) return this.#open()
    if (roll < 45 && open.length > 0) return this.#close(this.#random.pick(open))
    if (roll < 53) return this.#reopen()
    if (roll < 66 && open.length > 0) return this.#retarget(this.#random.pick(open))
    if (roll < 74 && open.length > 0) return this.#moveHead(this.#random.pick(open))
    if (roll < 80) return this.#ready()
    if (roll < 90) return this.#moveBase()
    if (roll < 95) return this.#pushHead()
    if (roll < 98) return this.#queue()
    return this.#renameBase()
  }

  #common() {
    const { id, name, owner, installationId } = this.at
    return {
      repository: { id, name, private: false, default_branch: 'main', owner },
      installation: { id: installationId },
    }
  }

  #pullEvent(action: string, pull: ModelPull, more: Record<string, unknown> = {}): SentEvent {
    const { number, headSha, baseRef, baseSha, draft, state, mergedAt, headRepositoryId, updatedAt } = pull.at
    const payload = {
      action,
      number,
      ...more,
      pull_request: {
        state,
        merged: mergedAt !== null,
        draft,
        user: { id: 5, login: 'somebody' },
        head: { sha: headSha, repo: { id: headRepositoryId } },
        base: { sha: baseSha, ref: baseRef },
        updated_at: updatedAt.toISOString().replace(/\.\d+Z$/, 'Z'),
      },
      ...this.#common(),
    }
    return {
      id: randomUUID(),
      name: 'pull_request',
      payload,
      what:
        `${action} #${number} ${headSha.slice(0, 6)} into ` +
        `${baseRef}${draft ? ' (draft)' : ''}${mergedAt ? ' (merged)' : ''}`,
    }
  }

  #pushEvent(branch: string, before: Commit | undefined, after: Commit | undefined): SentEvent {
    if (branch === 'main' && after) this.#pushes.push({ before, after })
    return {
      id: randomUUID(),
      name: 'push',
      payload: {
        ref: `refs/heads/${branch}`,
        before: before?.sha ?? none,
        after: after?.sha ?? none,
        deleted: after === undefined,
        ...this.#common(),
      },
      what: `push ${branch} ${before?.sha.slice(0, 6) ?? '-'}..${after?.sha.slice(0, 6) ?? '-'}`,
    }
  }

  #touch(pull: ModelPull): void {
    pull.at.updatedAt = this.#now()
    pull.at.headSha = pull.head.sha
    if (pull.at.state === 'open' && pull.isReady) pull.heads.add(pull.head)
  }

  #open(): SentEvent[] {
    const head = this.#random.pick(this.#heads)
    const bases = [...this.branches.keys()].filter(
      (name) =>
        !this.#pulls.some((other) => other.at.state === 'open' && other.at.baseRef === name && other.head === head) &&
        !this.#contains(name, head),
    )
    if (bases.length === 0) return []
    const baseRef = this.#random.pick(bases)
    const draft = this.#random.chance(0.1)
    const at: FakePull = {
      number: this.#pulls.length + 1,
      state: 'open',
      mergedAt: null,
      draft,
      headSha: head.sha,
      baseRef,
      baseSha: this.#tip(baseRef).sha,
      headRepositoryId: this.#random.chance(0.2) ? this.at.id + 500_000 : this.at.id,
      updatedAt: this.#now(),
    }
    this.at.pulls.set(at.number, at)
    const pull: ModelPull = { at, head, isReady: !draft, heads: new Set() }
    this.#pulls.push(pull)
    this.#touch(pull)
    return [this.#pullEvent('opened', pull)]
  }

  #contains(branch: string, head: Commit): boolean {
    return ancestors(this.#tip(branch)).has(head)
  }

  /** GitHub considers a pull request merged if its base branch contains its head, however that happened. */
  #mergeContained(branch: string): SentEvent[] {
    const contained = this.#pulls.filter(
      ({ at, head }) => at.state === 'open' && at.baseRef === branch && this.#contains(branch, head),
    )
    return contained.map((pull) => {
      Object.assign(pull.at, { state: 'closed', mergedAt: this.#now().toISOString() })
      this.#touch(pull)
      return this.#pullEvent('closed', pull)
    })
  }

  #tip(branch: string): Commit {
    const tip = this.branches.get(branch)
    if (!tip) throw new Error(`there is no branch ${branch}`)
    return tip
  }

  #close(pull: ModelPull): SentEvent[] {
    pull.at.state = 'closed'
    const events: SentEvent[] = []
    if (this.#random.chance(0.3) && !pull.at.draft) {
      pull.at.mergedAt = this.#now().toISOString()
      const before = this.#tip(pull.at.baseRef)
      const merged = this.#make([before, pull.head], [...before.flaws, ...pull.head.flaws])
      this.branches.set(pull.at.baseRef, merged)
      events.push(this.#pushEvent(pull.at.baseRef, before, merged), ...this.#mergeContained(pull.at.baseRef))
    }
    this.#touch(pull)
    return [this.#pullEvent('closed', pull), ...events]
  }

  #reopen(): SentEvent[] {
    const closed = this.#pulls
      .filter(({ at }) => at.state === 'closed' && at.mergedAt === null && this.branches.has(at.baseRef))
      .filter(({ at, head }) => !this.#contains(at.baseRef, head))
    if (closed.length === 0) return []
    const pull = this.#random.pick(closed)
    pull.at.state = 'open'
    this.#touch(pull)
    return [this.#pullEvent('reopened', pull)]
  }

  #retarget(pull: ModelPull): SentEvent[] {
    const from = pull.at.baseRef
    const others = [...this.branches.keys()].filter((name) => name !== from && !this.#contains(name, pull.head))
    if (others.length === 0) return []
    pull.at.baseRef = this.#random.pick(others)
    pull.at.baseSha = this.#tip(pull.at.baseRef).sha
    this.#touch(pull)
    return [this.#pullEvent('edited', pull, { changes: { base: { ref: { from }, sha: { from: none } } } })]
  }

  #moveHead(pull: ModelPull): SentEvent[] {
    const heads = this.#heads.filter((head) => head !== pull.head && !this.#contains(pull.at.baseRef, head))
    if (heads.length === 0) return []
    pull.head = this.#random.pick(heads)
    this.#touch(pull)
    return [this.#pullEvent('synchronize', pull)]
  }

  #ready(): SentEvent[] {
    const drafts = this.#pulls.filter(({ at }) => at.draft && at.state === 'open')
    if (drafts.length === 0) return []
    const pull = this.#random.pick(drafts)
    pull.at.draft = false
    pull.isReady = true
    this.#touch(pull)
    return [this.#pullEvent('ready_for_review', pull)]
  }

  /** Pushes to a base: a new commit, a commit that contains a head, or an older commit by force. */
  #moveBase(): SentEvent[] {
    const branch = this.#random.pick([...this.branches.keys()])
    const before = this.#tip(branch)
    const kind = this.#random.below(3)
    const head = this.#random.pick(this.#heads)
    const after =
      kind === 0
        ? this.#make([before], before.flaws)
        : kind === 1
          ? this.#make([before, head], [...before.flaws, ...head.flaws])
          : before.parents[0]
    if (!after) return []
    this.branches.set(branch, after)
    return [this.#pushEvent(branch, before, after), ...this.#mergeContained(branch)]
  }

  /** Pushes the head of a pull request to the default branch unchanged. */
  #pushHead(): SentEvent[] {
    const before = this.#tip('main')
    const after = this.#random.pick(this.#heads)
    if (before === after) return []
    this.branches.set('main', after)
    return [this.#pushEvent('main', before, after), ...this.#mergeContained('main')]
  }

  #queue(): SentEvent[] {
    const head = this.#random.pick(this.#heads)
    if (this.#groups.has(head)) return []
    const base = this.#tip('main')
    this.#groups.set(head, base)
    const payload = {
      action: 'checks_requested',
      merge_group: { head_sha: head.sha, base_sha: base.sha, base_ref: 'refs/heads/main' },
      ...this.#common(),
    }
    return [{ id: randomUUID(), name: 'merge_group', payload, what: `merge group ${head.sha.slice(0, 6)} into main` }]
  }

  /** Renames a branch. Pull requests follow, but GitHub sends no event for them. */
  #renameBase(): SentEvent[] {
    const from = [...this.branches.keys()].find((name) => name !== 'main')
    if (from === undefined) return []
    const to = `${from}-2`
    const tip = this.#tip(from)
    this.branches.delete(from)
    this.branches.set(to, tip)
    for (const pull of this.#pulls) {
      if (pull.at.baseRef !== from || pull.at.state !== 'open') continue
      pull.at.baseRef = to
      this.#touch(pull)
    }
    return [this.#pushEvent(from, tip, undefined), this.#pushEvent(to, undefined, tip)]
  }

  /** Returns the correct conclusion for each commit at the end, independent of the app's own logic. */
  expected(accepted: readonly StoredAcceptance[]): Expected[] {
    return [...this.commits.values()].map((commit) => this.#expectedOf(commit, accepted))
  }

  /** Returns the open pull requests that are ready, with the correct result for each. */
  openPulls(accepted: readonly StoredAcceptance[]): { number: number; hasNew: boolean; conclusion: string }[] {
    return this.#pulls
      .filter(({ at, isReady }) => at.state === 'open' && isReady)
      .map((pull) => ({
        number: pull.at.number,
        hasNew: this.#newFlaws(pull, []).length > 0,
        conclusion: this.#newFlaws(pull, accepted).length > 0 ? 'failure' : 'success',
      }))
  }

  #newFlaws({ at, head }: ModelPull, accepted: readonly StoredAcceptance[]): string[] {
    const before = mergeBase(this.#tip(at.baseRef), head).flaws
    return [...head.flaws].filter(
      (flaw) =>
        !before.has(flaw) &&
        !accepted.some(
          ({ pullNumber, baseRef, fingerprint }) =>
            pullNumber === at.number && baseRef === at.baseRef && fingerprint === fingerprintOf(flaw),
        ),
    )
  }

  #expectedOf(commit: Commit, accepted: readonly StoredAcceptance[]): Expected {
    const brings = (base: Commit) =>
      [...commit.flaws].some((flaw) => !mergeBase(base, commit).flaws.has(flaw)) ? 'failure' : 'success'
    const open = this.#pulls
      .filter(({ at, head, isReady }) => at.state === 'open' && isReady && head === commit)
      .map((pull) => (this.#newFlaws(pull, accepted).length > 0 ? 'failure' : 'success'))
    const pushed = this.#pushes.filter(({ after }) => after === commit)
    const compared = [...open, ...pushed.flatMap(({ before }) => (before ? [brings(before)] : []))]
    const group = this.#groups.get(commit)
    // In the merge queue, an acceptance may apply or not, depending on when it was made.
    const isEither = group !== undefined && accepted.length > 0 && brings(group) === 'failure'
    if (group && !isEither) compared.push(brings(group))
    const worst = (outcomes: readonly string[]) => (outcomes.includes('failure') ? 'failure' : 'success')
    if (isEither && !compared.includes('failure'))
      return { sha: commit.sha, conclusions: ['failure', 'success'], isOptional: false }
    if (compared.length > 0) return { sha: commit.sha, conclusions: [worst(compared)], isOptional: false }
    if (pushed.length > 0)
      return { sha: commit.sha, conclusions: [commit.flaws.size > 0 ? 'failure' : 'success'], isOptional: false }
    // No open pull request compares the commit, so its last conclusion stays.
    const isLeft = this.#pulls.some(({ heads }) => heads.has(commit))
    return { sha: commit.sha, conclusions: isLeft ? ['neutral', 'failure', 'success'] : ['neutral'], isOptional: true }
  }
}
