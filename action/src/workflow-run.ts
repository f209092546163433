import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ActionFailure } from './failure.ts'
import type { Inputs } from './inputs.ts'
import type { Environment } from './runner.ts'

/** The target of the scan, and its base. */
export interface Subject {
  readonly url: string
  /** Branch, tag, or commit. If absent, the service chooses. */
  readonly ref?: string
  /** The commit to compare with. Without it and `pull`, all findings count. */
  readonly base?: string
  /** The base is the merge base of these commits, from GitHub. */
  readonly pull?: { readonly base: string; readonly head: string }
  /** The run is for a pull request that gets neither secrets nor an identity from GitHub. */
  readonly isUntrusted: boolean
  /** The target is the repository of the workflow, so annotations can name its files. */
  readonly isOwn: boolean
}

/** The used parts of an event. Its other parts are untrusted text. */
interface GitHubEvent {
  readonly pull_request?: {
    readonly number?: unknown
    readonly head?: { readonly sha?: unknown; readonly repo?: { readonly id?: unknown } | null }
    readonly base?: { readonly sha?: unknown; readonly repo?: { readonly id?: unknown } }
  }
  readonly merge_group?: { readonly head_sha?: unknown; readonly base_sha?: unknown }
}

/** Resolves the inputs for this run. Throws an ActionFailure for invalid combinations. */
export function subjectOf(inputs: Inputs, environment: Environment): Subject {
  const own = ownRepository(environment)
  const url = inputs.url ?? own
  if (url === undefined)
    throw new ActionFailure('refused', 'Invalid inputs: url: required if GITHUB_REPOSITORY is not set.')
  const isOwn = own !== undefined && sameAddress(url, own)
  const event = eventOf(environment)
  const ref =
    inputs.ref ??
    (isOwn
      ? (commit(event.pull_request?.head?.sha) ??
        commit(event.merge_group?.head_sha) ??
        commit(environment['GITHUB_SHA']))
      : undefined)
  const isAuto = inputs.baseline === 'auto'
  // The head of a merge group is built on its base, so the base is also the merge base.
  const base = isAuto ? (isOwn ? commit(event.merge_group?.base_sha) : undefined) : inputs.baseline
  const pullBase = isAuto && isOwn ? commit(event.pull_request?.base?.sha) : undefined
  return {
    url,
    isOwn,
    isUntrusted: isUntrusted(event, environment),
    ...(ref !== undefined && { ref }),
    ...(base !== undefined && base !== ref && { base }),
    ...(pullBase !== undefined && ref !== undefined && { pull: { base: pullBase, head: ref } }),
  }
}

/**
 * Resolves the inputs for a scan on the runner. The target is the commit of the workspace, which for a pull request
 * usually is GitHub's merge of the pull request.
 */
export function localSubjectOf(inputs: Inputs, environment: Environment): Subject {
  const own = ownRepository(environment)
  if (inputs.url !== undefined)
    return { url: inputs.url, isOwn: own !== undefined && sameAddress(inputs.url, own), isUntrusted: false }
  const ref = commit(environment['GITHUB_SHA'])
  const url = own ?? 'the workspace'
  const { base, pull, isUntrusted } = subjectOf({ ...inputs, url }, environment)
  return {
    url,
    isOwn: true,
    isUntrusted,
    ...(ref !== undefined && { ref }),
    ...(base !== undefined && { base }),
    ...(pull && { pull }),
  }
}

/** The head of the pull request of an event. Without one, both are undefined. */
export interface EventCommits {
  readonly head: string | undefined
  readonly number: number | undefined
}

/** Returns the head commit and the number of the pull request that started this run. */
export function pullRequestOf(environment: Environment): EventCommits {
  const { pull_request: pull } = eventOf(environment)
  const number = pull?.number
  return {
    head: commit(pull?.head?.sha),
    number: Number.isSafeInteger(number) && typeof number === 'number' && number > 0 ? number : undefined,
  }
}

/**
 * Returns whether a pull request comes from another repository, which may be deleted, or from Dependabot. GitHub gives
 * their workflows no secrets.
 */
function isUntrusted(
  { pull_request: pull }: GitHubEvent,
  { GITHUB_EVENT_NAME: name, GITHUB_ACTOR: actor }: Environment,
): boolean {
  if (name !== 'pull_request' || !pull) return false
  const [head, base] = [pull.head?.repo, pull.base?.repo?.id]
  return (
    actor === 'dependabot[bot]' || head === null || (head?.id !== undefined && base !== undefined && head.id !== base)
  )
}

/** Resolves a path of the workflow in its workspace. */
export function inWorkspace(path: string, environment: Environment): string {
  return resolve(environment['GITHUB_WORKSPACE'] ?? '.', path)
}

function ownRepository({
  GITHUB_SERVER_URL: server = 'https://github.com',
  GITHUB_REPOSITORY: repository,
}: Environment): string | undefined {
  return repository ? `${server.replace(/\/+$/, '')}/${repository}` : undefined
}

/** Returns whether two URLs name the same project, in any notation. */
export function sameAddress(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other)
}

function eventOf({ GITHUB_EVENT_PATH: path }: Environment): GitHubEvent {
  if (!path) return {}
  try {
    const event: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof event === 'object' && event !== null ? event : {}
  } catch {
    // Without the event, the run is about its commit.
    return {}
  }
}

function commit(value: unknown): string | undefined {
  return typeof value === 'string' && /^[0-9a-f]{40,64}$/.test(value) ? value : undefined
}

function plainAddress(url: string): string {
  return url
    .toLowerCase()
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
}
