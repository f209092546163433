import { createHash, randomUUID } from 'node:crypto'
import { shortId } from '../../../../../src/engine/model/short-id.ts'
import type { Finding } from '../../../../../src/engine/model/finding.ts'
import type { FakeGitHub, FakePull, FakeRepository } from '../../../../support/fake-github/fake-github.ts'
import { dependencyFinding } from '../../../../support/findings.ts'
import type { Commit } from './commit-graph.ts'
import type { SentEvent } from './project-model.ts'
import type { Random } from './random.ts'

/** An acceptance that the app has stored. */
export interface StoredAcceptance {
  readonly commentId: number
  readonly pullNumber: number
  readonly fingerprint: string
  /** Base of the pull request when the acceptance was stored. It applies to no other base. */
  readonly baseRef: string
}

interface Comment {
  readonly id: number
  readonly pullNumber: number
  readonly flaw: string
  readonly body: string
  readonly by: (typeof people)[number]
  readonly at: string
  isChanged: boolean
}

/** The author of each pull request is person 5. */
const people = [
  { id: 6, login: 'reviewer', type: 'User' },
  { id: 6, login: 'reviewer', type: 'User' },
  { id: 5, login: 'somebody', type: 'User' },
  { id: 7, login: 'reader', type: 'User' },
  { id: 9, login: 'helper[bot]', type: 'Bot' },
] as const

const flaws = ['old', 'soft', 'new']
const settings = 'comment: on-findings\nreviews: true\naccept: {comments: true}\n'
const manifest = [
  '{',
  '  "dependencies": {',
  ...flaws.map((name) => `    "${name}": "^1.0.0",`),
  '    "z": "1"',
  '  }',
  '}',
]
const changedFiles = [
  {
    filename: 'package.json',
    patch: ['@@ -2,0 +3,3 @@', ...manifest.slice(2, 2 + flaws.length).map((line) => `+${line}`)].join('\n'),
  },
]

/** Returns the fingerprint of a vulnerability, as digits that a comment can contain. */
export const fingerprintOf = (flaw: string): string => createHash('sha256').update(flaw).digest('hex').slice(0, 32)

/** A finding about a package in the manifest, so that the app can suggest a fix. */
export function findingOfFlaw(flaw: string, scanId: string): Finding {
  const { component, ...finding } = dependencyFinding(`GHSA-${flaw}`, {
    id: `finding_${scanId}_${flaw}`,
    fingerprint: fingerprintOf(flaw),
    severity: 'critical',
    title: `${flaw} 1.0.0: @octocat`,
  })
  if (!component) throw new Error('the finding is about no package')
  const introducedBy = [{ manifest: 'package-lock.json', path: ['project@1.0.0', `${flaw}@1.0.0`] }]
  return { ...finding, component: { ...component, purl: `pkg:npm/${flaw}@1.0.0`, name: flaw, introducedBy } }
}

/** Comments and settings of a repository whose base branches enable comments, reviews, and acceptances. */
export class ReviewModel {
  readonly changedFiles = changedFiles
  readonly #comments: Comment[] = []
  readonly #at: FakeRepository
  readonly #random: Random
  readonly mayWrite: boolean

  constructor({
    at,
    random,
    github,
    commits,
  }: {
    at: FakeRepository
    random: Random
    github: FakeGitHub
    commits: ReadonlyMap<string, Commit>
  }) {
    this.#at = at
    this.#random = random
    this.mayWrite = !random.chance(0.1)
    if (this.mayWrite) github.pullWriters.add(at.installationId)
    for (const { id, login } of people) at.people.set(login, { id, permission: login === 'reader' ? 'read' : 'write' })
    at.files.get = (key) => {
      const [ref = '', path] = key.split(':')
      if (path === '.github/assay.yml' && at.branches.get(ref) !== undefined) return settings
      return path === 'package.json' && commits.has(ref) ? manifest.join('\n') : undefined
    }
  }

  /** Adds or changes a comment of a random person. */
  act(pulls: readonly { readonly at: FakePull; readonly head: Commit }[], now: Date): SentEvent[] {
    const unchanged = this.#comments.filter(({ isChanged }) => !isChanged)
    if (unchanged.length > 0 && this.#random.chance(0.35)) return [this.#change(this.#random.pick(unchanged))]
    const pull = this.#random.pick(pulls)
    const flaw = this.#random.pick([...pull.head.flaws])
    const comment: Comment = {
      id: this.#at.id * 1_000 + this.#comments.length,
      pullNumber: pull.at.number,
      flaw,
      body: `assay: accept ${shortId(fingerprintOf(flaw))} tested by hand`,
      by: this.#random.pick(people),
      at: now.toISOString().replace(/\.\d+Z$/, 'Z'),
      isChanged: false,
    }
    this.#comments.push(comment)
    return [this.#event('created', comment, comment.body)]
  }

  #change(comment: Comment): SentEvent {
    comment.isChanged = true
    return this.#random.chance(0.5)
      ? this.#event('deleted', comment, comment.body)
      : this.#event('edited', comment, 'Never mind', { changes: { body: { from: comment.body } } })
  }

  #event(action: string, { id, pullNumber, by, at, flaw }: Comment, body: string, more: object = {}): SentEvent {
    const { id: repositoryId, name, owner, installationId } = this.#at
    return {
      id: randomUUID(),
      name: 'issue_comment',
      payload: {
        action,
        issue: { number: pullNumber, user: { id: 5 }, pull_request: {} },
        comment: { id, body, user: by, created_at: at, updated_at: at },
        ...more,
        sender: by,
        repository: { id: repositoryId, name, private: false, default_branch: 'main', owner },
        installation: { id: installationId },
      },
      what: `comment ${id} of ${by.login} on ${flaw} in #${pullNumber} ${action}`,
    }
  }

  /** Whether the app may have stored this acceptance. */
  allows({ commentId, pullNumber, fingerprint }: StoredAcceptance): boolean {
    const comment = this.#comments.find(({ id }) => id === commentId)
    return (
      comment?.by.login === 'reviewer' &&
      !comment.isChanged &&
      comment.pullNumber === pullNumber &&
      fingerprintOf(comment.flaw) === fingerprint
    )
  }
}
