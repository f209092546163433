import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { MadeRun } from '../github/served-github.ts'
import type { CountedRequests, PlayedLimits } from './played-limits.ts'

/** One organization with one installation of the app. */
export interface OrganizationWish {
  readonly repositories: number
  /** Number of repositories, in the order of their IDs, that git can fetch. Scans of the others fail. */
  readonly scannable: number
  /** Number of pull requests. Each has two commits: the opened one, and a later one. */
  readonly pulls: number
  readonly limits: PlayedLimits | undefined
  /** Path where the certificate of its git server is written. */
  readonly authorityPath: string
  /** Delay of responses in milliseconds. */
  readonly responseMs: number
}

export interface ServedRepository {
  readonly id: number
  readonly name: string
}

export interface OrganizationPull {
  readonly repository: ServedRepository
  readonly number: number
  readonly base: string
  readonly heads: readonly [string, string]
}

export interface ServedOrganization {
  readonly apiUrl: string
  readonly appId: string
  readonly privateKeyPem: string
  readonly webhookSecret: string
  readonly gitPort: number
  readonly pulls: readonly OrganizationPull[]
}

export interface OrganizationState {
  readonly runs: readonly MadeRun[]
  readonly counted: CountedRequests
  readonly fetches: number
}

/** Functions of the simulated GitHub. */
export interface PlayedOrganization {
  state(): Promise<OrganizationState>
  /** Makes the later commit the head of a pull request. */
  push(pull: OrganizationPull): void
}

export const organization = { id: 1_000, login: 'organization' }
export const installationId = 100

/** Returns all repositories of the organization, sorted by ID. */
export function repositoriesOf({ repositories }: Pick<OrganizationWish, 'repositories'>): ServedRepository[] {
  return Array.from({ length: repositories }, (_, index) => ({ id: 10_000 + index, name: `repository-${index}` }))
}

/** Starts GitHub in a separate process, so that it shares no thread with the service or the sender. */
export async function serveOrganization(
  wish: OrganizationWish,
): Promise<ServedOrganization & AsyncDisposable & PlayedOrganization> {
  const child = fork(fileURLToPath(new URL('organization-process.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  child.send(wish)
  const [served] = (await once(child, 'message')) as [ServedOrganization]
  return {
    ...served,
    push: ({ repository, number, heads }) =>
      void child.send({ pushed: { repositoryId: repository.id, number, head: heads[1] } }),
    async state() {
      child.send('state')
      const [state] = (await once(child, 'message')) as [OrganizationState & { problems: string[] }]
      if (state.problems.length > 0) throw new Error(`GitHub would not have accepted: ${state.problems.join('; ')}`)
      return state
    },
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.disconnect()
      await once(child, 'exit')
    },
  }
}
