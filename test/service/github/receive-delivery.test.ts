import { createHmac, createPrivateKey, generateKeyPairSync, randomUUID } from 'node:crypto'
import pino from 'pino'
import { describe, expect, it, vi } from 'vitest'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { type Database, openDatabase } from '../../../src/service/db/client.ts'
import { insertGithubDeliveries } from '../../../src/service/db/github/deliveries.ts'
import { openGitHubAppGateway } from '../../../src/service/github/github-app-gateway.ts'
import { testApi } from '../../support/test-api.ts'

const secret = 'the secret of the webhook'
const log = pino({ level: 'silent' })
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' })
const app = {
  host: 'github.example',
  apiUrl: 'https://github.example/api/v3',
  id: '4711',
  privateKey: createPrivateKey(pem),
  webhookSecret: secret,
}
const network = createNetwork({ allowedNetworks: parseAllowedNetworks(''), upstreams: [] })
const api = await testApi({ log, githubDoor: (context) => openGitHubAppGateway({ ...context, network, log }, app) })

const repository = { id: 7, name: 'project', private: false, default_branch: 'main', owner: { id: 1, login: 'acme' } }
const installation = { id: 11 }
const sha = (digit: string) => digit.repeat(40)
const push = { ref: 'refs/heads/topic', before: sha('1'), after: sha('2'), deleted: false, repository, installation }
const pullRequest = {
  action: 'opened',
  number: 1,
  pull_request: { head: { sha: sha('3'), repo: { id: 7 } }, base: { sha: sha('4'), ref: 'main' } },
  repository,
  installation,
}

async function send(
  event: string,
  body: string,
  {
    address = api.address,
    id = randomUUID() as string,
    signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
  } = {},
) {
  const response = await fetch(`${address}/api/github/webhooks`, {
    method: 'POST',
    body,
    headers: { 'x-github-event': event, 'x-github-delivery': id, 'x-hub-signature-256': signature },
  })
  return { id, status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') }
}

const storedOf = (id: string) =>
  api.sql`select event, payload, ended_at, failure from github_deliveries where id = ${id}`
const jobsOf = (id: string) =>
  api.sql`select priority from pgboss.job where name = 'work-github-delivery' and data->>'deliveryId' = ${id}`

describe('a delivery', () => {
  it('that arrives many times, at once and later, is stored once and has one job', async () => {
    const id = randomUUID()
    const body = JSON.stringify(pullRequest)
    const answers = await Promise.all(Array.from({ length: 30 }, () => send('pull_request', body, { id })))
    answers.push(await send('pull_request', body, { id }))
    expect(answers.every(({ status }) => status === 202)).toBe(true)
    expect(await storedOf(id)).toMatchObject([{ event: 'pull_request', ended_at: null }])
    expect(await jobsOf(id)).toHaveLength(1)
    await api.sql`update github_deliveries set ended_at = now(), payload = null where id = ${id}`
    await api.sql`delete from pgboss.job where data->>'deliveryId' = ${id}`
    expect(await send('pull_request', body, { id })).toMatchObject({ status: 202 })
    expect(await jobsOf(id)).toHaveLength(0)
  })

  it('of a pull request is processed before one of a push', async () => {
    const pushed = await send('push', JSON.stringify(push))
    const opened = await send('pull_request', JSON.stringify(pullRequest))
    const [first] = await jobsOf(opened.id)
    const [second] = await jobsOf(pushed.id)
    expect(first?.['priority']).toBeGreaterThan(Number(second?.['priority']))
  })

  it('gets the same job as one that is enqueued alone', async () => {
    const { id } = await send('push', JSON.stringify(push))
    await api.queue.enqueue(api.db, 'work-github-delivery', { deliveryId: `${id}-alone` })
    const columns = async (deliveryId: string) => {
      const [row] = await api.sql`
        select to_jsonb(job) - 'id' - 'data' - 'created_on' - 'start_after' - 'keep_until' as values,
          keep_until - start_after as kept, start_after - created_on as delay
        from pgboss.job where data->>'deliveryId' = ${deliveryId}`
      return row
    }
    expect(await columns(id)).toEqual(await columns(`${id}-alone`))
  })

  it('that two processes store in a different order blocks neither', async () => {
    const [first, second] = [`a-${randomUUID()}`, `b-${randomUUID()}`]
    const store = (db: Database, ids: readonly string[]) =>
      insertGithubDeliveries(
        db,
        ids.map((id) => ({
          id,
          event: 'push',
          receivedAt: new Date(),
          payload: '{}',
          endedAt: null,
          failure: null,
          priority: 0,
        })),
        (rows) => api.queue.insertionOf('work-github-delivery', rows),
      )
    let other: Promise<void> | undefined
    await api.db.transaction(async (tx) => {
      await store(tx, [first])
      other = store(api.db, [second, first])
      await vi.waitFor(async () =>
        expect(
          await api.sql`
            select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%github_deliveries%'`,
        ).toHaveLength(1),
      )
      await store(tx, [second])
    })
    await other
    for (const id of [first, second]) expect(await jobsOf(id)).toHaveLength(1)
  })

  it('is answered with 503 while the database is not available', async () => {
    await using away = openDatabase('postgres://127.0.0.1:1/none', { maxConnections: 1, applicationName: 'test' })
    const without = await testApi({
      log,
      githubDoor: (context) => openGitHubAppGateway({ ...context, db: away.db, network, log }, app),
    })
    const answer = await send('push', JSON.stringify(push), { address: without.address })
    expect(answer).toMatchObject({ status: 503, retryAfter: '5' })
    expect(answer.text).toContain('database')
    expect(answer.text).not.toMatch(/github_deliveries|refs\/heads/)
  })

  it('without effect is stored without a job and without its payload', async () => {
    const { id } = await send('check_suite', JSON.stringify({ action: 'completed', repository, installation }))
    expect(await storedOf(id)).toMatchObject([{ payload: null, failure: null }])
    expect(await jobsOf(id)).toHaveLength(0)
  })

  it('with characters that jsonb does not accept is stored among others', async () => {
    const odd = JSON.stringify(push).replace('topic', String.raw`to\ud800pic`)
    const sent = await Promise.all([
      send('push', odd),
      ...Array.from({ length: 9 }, () => send('push', JSON.stringify(push))),
    ])
    for (const { id } of sent) expect(await jobsOf(id)).toHaveLength(1)
    const [stored] = await storedOf(sent[0]?.id ?? '')
    expect(stored?.['payload']).toMatchObject({ ref: 'refs/heads/to\u{FFFD}pic' })
  })

  it('of many megabytes is verified, and only its needed parts are stored', async () => {
    const body = JSON.stringify({
      ...push,
      commits: Array.from({ length: 20_000 }, () => ({ message: 'x'.repeat(100) })),
    })
    const { id, status } = await send('push', body)
    expect(status).toBe(202)
    const [stored] = await storedOf(id)
    expect(stored?.['payload']).toEqual(push)
    const wrong = `sha256=${createHmac('sha256', 'another').update(body).digest('hex')}`
    expect(await send('push', body, { signature: wrong })).toMatchObject({ status: 401 })
    expect(await send('push', `${body}}`)).toMatchObject({ status: 400 })
    expect(await send('push', `[${body}]`)).toMatchObject({ status: 400 })
  })

  it('whose signature is no signature is rejected', async () => {
    const body = JSON.stringify(push)
    const digest = createHmac('sha256', secret).update(body).digest('hex')
    for (const signature of [digest, `sha1=${digest}`, `sha256=${digest}0`, `sha256=${digest.slice(0, -2)}`, 'sha256='])
      expect(await send('push', body, { signature })).toMatchObject({ status: 401 })
  })

  it('with a list of 10,000 repositories gets one job', async () => {
    const repositories = Array.from({ length: 10_000 }, (_, index) => ({
      id: index + 1,
      name: `r-${index}`,
      private: false,
    }))
    const body = JSON.stringify({
      action: 'added',
      installation: { ...installation, account: repository.owner },
      repositories_added: repositories,
      repositories_removed: [],
    })
    const { id } = await send('installation_repositories', body)
    expect(await jobsOf(id)).toHaveLength(1)
    const [stored] = await storedOf(id)
    expect(stored?.['payload']).toMatchObject({ repositories_added: repositories })
  })
})
