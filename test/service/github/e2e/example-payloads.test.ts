import { announceRepositoryTo } from '../../../../src/service/startup/announce-repository.ts'
import { createRequire } from 'node:module'
import { createPrivateKey, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pino from 'pino'
import { afterAll, describe, expect, it } from 'vitest'
import { githubEvents } from '../../../../src/service/github/catalogue.ts'
import { createGitHubClients } from '../../../../src/service/github/clients.ts'
import { createGitHubLimits } from '../../../../src/service/github/github-limits.ts'
import { openGitHubAppGateway } from '../../../../src/service/github/github-app-gateway.ts'
import type { GitHubContext } from '../../../../src/service/github/github-event.ts'
import { workDelivery } from '../../../../src/service/github/work-delivery.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { startFakeGitHub } from '../../../support/fake-github/fake-github.ts'
import { testApi } from '../../../support/test-api.ts'

interface Examples {
  readonly name: string
  readonly examples: readonly object[]
}

/** GitHub's example payloads, one list for each event. */
const all: readonly Examples[] = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@octokit/webhooks-examples/api.github.com/index.json'), 'utf8'),
)
const examples = all.flatMap(({ name, examples: payloads }) =>
  payloads.map((payload, index) => ({ id: randomUUID(), event: name, title: `${name} ${index}`, payload })),
)
const heard = new Set(githubEvents.map(({ event }) => event))

const github = await startFakeGitHub()
const network = createNetwork({
  allowedNetworks: parseAllowedNetworks('upstream=127.0.0.1/32'),
  upstreams: [github.apiUrl],
})
const log = pino({ level: 'silent' })
const app = {
  host: 'github.com',
  apiUrl: github.apiUrl,
  id: github.appId,
  privateKey: createPrivateKey(github.privateKeyPem),
  webhookSecret: github.webhookSecret,
}
const api = await testApi({ log, githubDoor: (context) => openGitHubAppGateway({ ...context, network, log }, app) })
const context: GitHubContext = {
  ...api,
  log,
  app,
  clients: createGitHubClients({ network, app, log, limits: createGitHubLimits() }),
  publicUrl: 'https://assay.example',
  announceScanEnd: async () => {},
  announceRepository: announceRepositoryTo(api),
}

afterAll(async () => {
  expect(github.problems).toEqual([])
  await network[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

describe('payloads that GitHub has sent', () => {
  it('are many, of every event that is heard', () => {
    expect(examples.length).toBeGreaterThan(300)
    expect([...heard].filter((event) => !all.some(({ name }) => name === event))).toEqual([])
  })

  it('are each taken at the door, and stored where something follows from them', async () => {
    const answers: unknown[] = []
    for (const { id, event, title, payload } of examples) {
      const { headers, body } = github.delivery(event, payload, { guid: id })
      const { status } = await fetch(`${api.address}/api/github/webhooks`, { method: 'POST', headers, body })
      if (status !== 202) answers.push({ title, status })
    }
    expect(answers).toEqual([])
    const stored = await api.sql<{ id: string }[]>`select id from github_deliveries`
    expect(stored.map(({ id }) => id).toSorted()).toEqual(
      examples
        .filter(({ event }) => heard.has(event))
        .map(({ id }) => id)
        .toSorted(),
    )
  }, 240_000)

  it('are each understood and worked', async () => {
    const failures: unknown[] = []
    for (const { id, event, title } of examples) {
      if (!heard.has(event)) continue
      await workDelivery(context, { deliveryId: id }, { signal: AbortSignal.timeout(30_000) }).catch((error: unknown) =>
        failures.push({ title, error: String(error) }),
      )
    }
    expect(failures).toEqual([])
    const left = await api.sql<
      { id: string; failure: string | null; isEnded: boolean }[]
    >`select id, failure, ended_at is not null as "isEnded" from github_deliveries
      where failure is not null or ended_at is null or payload is not null`
    // These sell a plan that is not configured. The fourth one is only pending.
    const unknownPlan = { failure: 'GitHub Marketplace reported an unknown plan: Basic Plan.', isEnded: true }
    const told = left.map(({ id, ...rest }) => ({
      title: examples.find((example) => example.id === id)?.title ?? '',
      ...rest,
    }))
    expect(told.toSorted((a, b) => (a.title < b.title ? -1 : 1))).toEqual(
      [0, 2, 3].map((index) => ({ title: `marketplace_purchase ${index}`, ...unknownPlan })),
    )
    // Other examples had an effect. For example, a pull request of an installation has a check.
    expect((await api.sql`select 1 from github_checks`).length).toBeGreaterThan(0)
  }, 240_000)
})
