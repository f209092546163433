import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ActionFailure } from './failure.ts'
import type { Inputs } from './inputs.ts'
import type { Environment } from './runner.ts'

/** What is to be scanned, and with what it is compared. */
export interface Subject {
  readonly url: string
  /** Branch, tag or commit; absent: the service's choice. */
  readonly ref?: string
  /** The commit whose findings are known; absent: all that is found counts. */
  readonly base?: string
  /** It is the repository in which the workflow runs: findings lie in files that the reviewer sees. */
  readonly isOwn: boolean
}

/** The parts of an event that matter here. Its other parts are a stranger's texts. */
interface GitHubEvent {
  readonly pull_request?: { readonly head?: { readonly sha?: unknown }; readonly base?: { readonly sha?: unknown } }
  readonly merge_group?: { readonly head_sha?: unknown; readonly base_sha?: unknown }
}

/** What the inputs mean in this run. Throws an ActionFailure where they mean nothing. */
export function subjectOf(inputs: Inputs, environment: Environment): Subject {
  const own = ownRepository(environment)
  const url = inputs.url ?? own
  if (url === undefined) throw new ActionFailure('refused', 'Wrong inputs: url: should be given where there is no GITHUB_REPOSITORY.')
  const isOwn = own !== undefined && sameAddress(url, own)
  const event = eventOf(environment)
  const ref = inputs.ref ?? (isOwn ? (commit(event.pull_request?.head?.sha) ?? commit(event.merge_group?.head_sha) ?? commit(environment['GITHUB_SHA'])) : undefined)
  const base = inputs.baseline === 'auto' ? (isOwn ? (commit(event.pull_request?.base?.sha) ?? commit(event.merge_group?.base_sha)) : undefined) : inputs.baseline
  return { url, isOwn, ...(ref !== undefined && { ref }), ...(base !== undefined && base !== ref && { base }) }
}

/** A path as the workflow gives it, from its workspace. */
export function inWorkspace(path: string, environment: Environment): string {
  return resolve(environment['GITHUB_WORKSPACE'] ?? '.', path)
}

function ownRepository({ GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: repository }: Environment): string | undefined {
  return repository ? `${server.replace(/\/+$/, '')}/${repository}` : undefined
}

/** Whether two addresses are of the same project, however they are written. */
export function sameAddress(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other)
}

function eventOf({ GITHUB_EVENT_PATH: path }: Environment): GitHubEvent {
  if (!path) return {}
  try {
    const event: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof event === 'object' && event !== null ? event : {}
  } catch {
    // Without it the run is one of its commit.
    return {}
  }
}

function commit(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value) ? value : undefined
}

function plainAddress(url: string): string {
  return url.toLowerCase().replace(/\/+$/, '').replace(/\.git$/, '')
}
