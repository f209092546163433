import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as pause } from 'node:timers/promises'
import type { ServedPull } from './served-github.ts'

/** A sent delivery: when it was sent, in milliseconds since the epoch, and the response time. */
export interface SentDelivery {
  readonly head: string
  readonly sentAt: number
  readonly ackMs: number
}

interface PullRequestExample {
  readonly action: string
  readonly number: number
  readonly pull_request: { readonly head: object; readonly base: object }
  readonly repository: object
}

const examples: readonly { readonly name: string; readonly examples: readonly PullRequestExample[] }[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@octokit/webhooks-examples/api.github.com/index.json'), 'utf8'),
)
const opened = examples.find(({ name }) => name === 'pull_request')?.examples.find(({ action }) => action === 'opened')

/** Number of the pull request in every delivery. */
export const deliveredPullNumber = opened?.number ?? 0

/** Returns one of GitHub's own examples, about 20 KB, changed to another pull request. */
function payloadOf({ repositoryId, name, owner, installationId, base, head }: ServedPull): string {
  if (!opened) throw new Error('the examples have no opened pull request')
  const repository = {
    ...opened.repository,
    id: repositoryId,
    name,
    full_name: `${owner.login}/${name}`,
    private: false,
    owner: { ...owner, type: 'Organization' },
  }
  const { pull_request: pull } = opened
  return JSON.stringify({
    ...opened,
    pull_request: {
      ...pull,
      draft: false,
      head: { ...pull.head, sha: head, repo: repository },
      base: { ...pull.base, sha: base, ref: 'main', repo: repository },
    },
    repository,
    installation: { id: installationId },
  })
}

/**
 * Sends events of opened pull requests at fixed times without waiting for earlier responses. Rejects if one is not
 * accepted.
 */
export async function sendDeliveries(
  address: string,
  { pulls, secret, aSecond }: { pulls: readonly ServedPull[]; secret: string; aSecond: number },
): Promise<readonly SentDelivery[]> {
  const startedAt = performance.now()
  const sent: Promise<SentDelivery>[] = []
  for (const [index, pull] of pulls.entries()) {
    const body = payloadOf(pull)
    const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
    await pause(Math.max(0, startedAt + (index * 1_000) / aSecond - performance.now()))
    const delivery = send(address, pull, body, signature)
    // Prevents an unhandled rejection: the delivery is awaited at the end.
    delivery.catch(() => {})
    sent.push(delivery)
  }
  return Promise.all(sent)
}

async function send(address: string, { head }: ServedPull, body: string, signature: string): Promise<SentDelivery> {
  const sentAt = Date.now()
  const startedAt = performance.now()
  const response = await fetch(address, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'pull_request',
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': signature,
    },
  })
  const ackMs = performance.now() - startedAt
  if (response.status !== 202)
    throw new Error(`a delivery was answered with ${response.status}: ${await response.text()}`)
  await response.arrayBuffer()
  return { head, sentAt, ackMs }
}
