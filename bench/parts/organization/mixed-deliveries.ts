import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import { installationId, organization, type OrganizationPull, type ServedRepository } from './served-organization.ts'

/** An event, ready to be sent. */
export interface PlannedDelivery {
  readonly event: string
  readonly payload: object
  /** Commit of the check run that the event creates. */
  readonly head?: string
  /** Called just before the event is sent. */
  readonly before?: () => void
}

/** A sent delivery: when it was sent, in milliseconds since the epoch, and the response time. */
export interface AnsweredDelivery {
  readonly event: string
  readonly head: string | undefined
  readonly sentAt: number
  readonly ackMs: number
}

interface Example {
  readonly action?: string
  readonly [part: string]: unknown
}

const examples: readonly { readonly name: string; readonly examples: readonly Example[] }[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@octokit/webhooks-examples/api.github.com/index.json'), 'utf8'),
)

/** Returns one of GitHub's own examples. */
function exampleOf(event: string, action?: string): Example {
  const example = examples.find(({ name }) => name === event)?.examples.find((known) => known.action === action)
  if (!example) throw new Error(`there is no example of ${event} ${action ?? ''}`)
  return example
}

const partOf = (example: Example, part: string) => example[part] as object

function repositoryOf(example: Example, { id, name }: ServedRepository): object {
  const parts = { id, name, full_name: `${organization.login}/${name}`, private: false, default_branch: 'main' }
  return { ...partOf(example, 'repository'), ...parts, owner: { ...organization, type: 'Organization' } }
}

/** The pull request was opened, or got its later commit. */
export function pullRequestEvent(
  { repository, number, base, heads }: OrganizationPull,
  action: 'opened' | 'synchronize',
): PlannedDelivery {
  const example = exampleOf('pull_request', action)
  const pull = example['pull_request'] as { readonly head: object; readonly base: object }
  const shown = repositoryOf(example, repository)
  const head = action === 'opened' ? heads[0] : heads[1]
  return {
    event: 'pull_request',
    head,
    payload: {
      ...example,
      number,
      pull_request: {
        ...pull,
        number,
        draft: false,
        merged: false,
        state: 'open',
        updated_at: new Date().toISOString(),
        head: { ...pull.head, sha: head, repo: shown },
        base: { ...pull.base, sha: base, ref: 'main', repo: shown },
      },
      repository: shown,
      installation: { id: installationId },
    },
  }
}

/** A branch moved. */
export function pushEvent(
  repository: ServedRepository,
  { branch, before, after }: { readonly branch: string; readonly before: string; readonly after: string },
): PlannedDelivery {
  const example = exampleOf('push')
  return {
    event: 'push',
    payload: {
      ...example,
      ref: `refs/heads/${branch}`,
      before,
      after,
      deleted: false,
      created: false,
      repository: repositoryOf(example, repository),
      installation: { id: installationId },
    },
  }
}

/** GitHub reports a check suite. These events have no effect. */
export function checkSuiteEvent(repository: ServedRepository, action: 'requested' | 'completed'): PlannedDelivery {
  const example = exampleOf('check_suite', action)
  const shown = repositoryOf(example, repository)
  return { event: 'check_suite', payload: { ...example, repository: shown, installation: { id: installationId } } }
}

const listed = ({ id, name }: ServedRepository) => ({
  id,
  node_id: `R_${Buffer.from(String(id)).toString('base64')}`,
  name,
  full_name: `${organization.login}/${name}`,
  private: false,
})

/** The app was installed in an organization. */
export function installedEvent(repositories: readonly ServedRepository[]): PlannedDelivery {
  const example = exampleOf('installation', 'created')
  const installation = { ...partOf(example, 'installation'), id: installationId, account: organization }
  return {
    event: 'installation',
    payload: {
      ...example,
      installation: { ...installation, suspended_at: null },
      repositories: repositories.map(listed),
    },
  }
}

/** The app got access to repositories. */
export function repositoriesAddedEvent(repositories: readonly ServedRepository[]): PlannedDelivery {
  const example = exampleOf('installation_repositories', 'added')
  const installation = { ...partOf(example, 'installation'), id: installationId, account: organization }
  return {
    event: 'installation_repositories',
    payload: { ...example, installation, repositories_added: repositories.map(listed), repositories_removed: [] },
  }
}

/**
 * Sends deliveries at fixed times without waiting for earlier responses. Rejects if one is not accepted.
 *
 * @param aSecond rate. Undefined to send each one after the response to the one before.
 */
export async function sendMixed(
  address: string,
  deliveries: readonly PlannedDelivery[],
  { secret, aSecond }: { readonly secret: string; readonly aSecond?: number },
): Promise<readonly AnsweredDelivery[]> {
  // Serialized and signed before, because that would delay the responses.
  const ready = deliveries.map(({ payload, ...delivery }) => {
    const body = JSON.stringify(payload)
    return { ...delivery, body, signature: `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` }
  })
  const startedAt = performance.now()
  const sent: Promise<AnsweredDelivery>[] = []
  for (const [index, delivery] of ready.entries()) {
    if (aSecond !== undefined) await pause(Math.max(0, startedAt + (index * 1_000) / aSecond - performance.now()))
    delivery.before?.()
    const answered = send(address, delivery)
    // Prevents an unhandled rejection: the delivery is awaited at the end.
    answered.catch(() => {})
    sent.push(answered)
    if (aSecond === undefined) await answered
  }
  return Promise.all(sent)
}

async function send(
  address: string,
  { event, head, body, signature }: Omit<PlannedDelivery, 'payload'> & { body: string; signature: string },
): Promise<AnsweredDelivery> {
  const sentAt = Date.now()
  const startedAt = performance.now()
  const response = await fetch(`${address}/api/github/webhooks`, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': event,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signature,
    },
  })
  const ackMs = performance.now() - startedAt
  if (response.status !== 202)
    throw new Error(`a delivery was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  return { event, head, sentAt, ackMs }
}
