import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { ActionFailure } from './failure.ts'
import type { Inputs } from './inputs.ts'
import type { Environment } from './runner.ts'

/** Scan target and its base. */
export interface Subject {
  readonly url: string
  /** Branch, tag, or commit. If absent, the service chooses one. */
  readonly ref?: string
  /** Base commit. If both `base` and `pull` are absent, all findings count. */
  readonly base?: string
  /** Pull request commits. The base is their merge base, as determined by GitHub. */
  readonly pull?: { readonly base: string; readonly head: string }
  /** True if the run is for a pull request to which GitHub gives neither secrets nor an identity. */
  readonly isUntrusted: boolean
  /** True if the target is the workflow's repository, so that annotations can refer to its files. */
  readonly isOwn: boolean
}

/** Event fields used by the Action. The other fields are untrusted text. */
interface GitHubEvent {
  readonly pull_request?: {
    readonly number?: unknown
    readonly head?: { readonly sha?: unknown; readonly repo?: { readonly id?: unknown } | null }
    readonly base?: { readonly sha?: unknown; readonly repo?: { readonly id?: unknown } }
  }
  readonly merge_group?: { readonly head_sha?: unknown; readonly base_sha?: unknown }
}

/** Determines this run's subject from its inputs. Throws ActionFailure for invalid combinations. */
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
 * Determines the subject of a scan on the runner from the inputs. The target is the workspace's commit, which is
 * usually GitHub's merge commit for a pull request.
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

/** Head commit and number of the event's pull request. Both are undefined for other events. */
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
 * Reports whether a pull request comes from another repository, which may be deleted, or from Dependabot. GitHub gives
 * such workflows no secrets.
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

/** Resolves a path from the workflow in its workspace. */
export function inWorkspace(path: string, environment: Environment): string {
  return resolve(environment['GITHUB_WORKSPACE'] ?? '.', path)
}

function ownRepository({
  GITHUB_SERVER_URL: server = 'https://github.com',
  GITHUB_REPOSITORY: repository,
}: Environment): string | undefined {
  return repository ? `${server.replace(/\/+$/, '')}/${repository}` : undefined
}

/** Reports whether two URLs refer to the same project, in any notation. */
export function sameAddress(one: string, other: string): boolean {
  return plainAddress(one) === plainAddress(other)
}

function eventOf({ GITHUB_EVENT_PATH: path }: Environment): GitHubEvent {
  if (!path) return {}
  try {
    const event: unknown = JSON.parse(readFileSync(path, 'utf8'))
    return typeof event === 'object' && event !== null ? event : {}
  } catch {
    // If there is no event, the subject is the commit that the run is for.
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
