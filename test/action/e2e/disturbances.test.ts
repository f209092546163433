import { createServer, request as forward } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Claims } from '../../support/oidc-issuer.ts'
import { type InstalledWorkflow, projectOf, startInstalledWorkflow } from '../support/installed-workflow.ts'
import { type EndedStep, runAction } from '../support/run-action.ts'

let world: InstalledWorkflow
let head: string

beforeAll(async () => {
  world = await startInstalledWorkflow({ plan: 'free' })
  head = world.repositories.create('acme/app.git').commit(projectOf({ fine: '3.0.0' }))
}, 180_000)
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  world.delays.clear()
  await world.withDatabase((sql) => sql`delete from rate_usage`)
})

const packagePage = (name: string) => `https://www.npmjs.com/package/${name}`
const withKey = (inputs: Record<string, string> = {}, onLog?: (log: string) => void) =>
  runAction({
    inputs: {
      'base-url': world.baseUrl,
      'api-key': world.apiKey,
      url: packagePage('fine'),
      timeout: '120s',
      ...inputs,
    },
    environment: world.job(head),
    ...(onLog && { onLog }),
  })
const withIdentity = (claims: Claims = {}, signing: Parameters<typeof world.oidc.workflowEnvironment>[1] = {}) =>
  runAction({
    inputs: { 'base-url': world.baseUrl, timeout: '60s', 'on-error': 'neutral' },
    environment: { ...world.job(head), ...world.oidc.workflowEnvironment(claims, signing) },
  })
const verdictOf = ({ code, outputs }: EndedStep) => ({ code, verdict: outputs['verdict'] })

/** Starts a proxy in front of the service. It responds itself if `answer` returns a response. */
async function startProxy(answer: (method: string, path: string) => number | undefined) {
  const paths: string[] = []
  const arrivals = new Map<string, number>()
  const server = createServer((incoming, response) => {
    const path = `${incoming.method} ${incoming.url}`
    paths.push(path)
    if (!arrivals.has(path)) arrivals.set(path, performance.now())
    const status = answer(incoming.method ?? '', incoming.url ?? '')
    if (status !== undefined) return void response.writeHead(status).end('<html>')
    const { port, hostname } = new URL(world.baseUrl)
    const outgoing = forward(
      { port, hostname, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answered) => {
        response.writeHead(answered.statusCode ?? 502, answered.headers)
        answered.pipe(response)
      },
    )
    outgoing.on('error', () => response.destroy())
    incoming.pipe(outgoing)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    paths,
    arrivals,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

describe('a service that is disturbed', () => {
  it('is restarted in the middle of a scan, and the step ends as if nothing had been', async () => {
    world.delays.set('fine', 3_000)
    let killed: Promise<void> | undefined
    const done = await withKey({}, (log) => {
      if (!log.includes('::group::Fetching the source')) return
      killed ??= world.killService().then(() => {
        world.delays.clear()
        return world.startServiceAgain()
      })
    })
    await killed
    expect(killed).toBeDefined()
    expect(verdictOf(done), done.log).toEqual({ code: 0, verdict: 'pass' })
    expect(done.log).toMatch(/Could not reach http:\/\/127\.0\.0\.1:\d+ \(\w+\)\. Retrying in \d+ s\./)
    const rows = await world.withDatabase((sql) => sql`select status from scans where url = ${packagePage('fine')}`)
    expect(rows.map(({ status }) => String(status))).toEqual(['completed'])
  })

  it('has no streams, and is asked every five seconds or less often', async () => {
    world.delays.set('middle', 8_000)
    await using proxy = await startProxy((_method, path) => (path.endsWith('/events') ? 502 : undefined))
    const done = await withKey({ 'base-url': proxy.url, url: packagePage('server'), 'fail-on': 'critical' })
    expect(verdictOf(done), done.log).toEqual({ code: 1, verdict: 'fail' })
    expect(proxy.paths.filter((path) => path.endsWith('/events')).length).toBeLessThanOrEqual(3)
    const asked = proxy.paths.filter((path) => /^GET \/api\/v1\/scans\/[\w-]+$/.test(path)).length
    expect(asked).toBeGreaterThan(1)
    expect(asked).toBeLessThan(8)
  })

  it('is unavailable permanently, which is not a failure of the step', async () => {
    await using proxy = await startProxy(() => 503)
    const done = await withKey({ 'base-url': proxy.url, timeout: '4s', 'on-error': 'neutral' })
    expect(verdictOf(done), done.log).toEqual({ code: 0, verdict: 'unavailable' })
    expect(done.summary).toContain('service unavailable')
    expect(proxy.paths.length).toBeGreaterThan(1)
  })

  it('is not there', async () => {
    const done = await withKey({ 'base-url': 'http://127.0.0.1:9', timeout: '2s' })
    expect(verdictOf(done), done.log).toEqual({ code: 1, verdict: 'unavailable' })
  })

  it('is something else', async () => {
    await using proxy = await startProxy(() => 404)
    const done = await withKey({ 'base-url': proxy.url, 'on-error': 'neutral' })
    expect(verdictOf(done)).toEqual({ code: 1, verdict: 'refused' })
    expect(done.log).toContain('base-url is not the URL of an Assay service')
  })

  it('sends elsewhere, where the key does not go', async () => {
    await using target = await startProxy(() => undefined)
    const server = createServer(
      (_request, response) => void response.writeHead(307, { location: `${target.url}/api/v1/scans/url` }).end(),
    ).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const done = await withKey({
      'base-url': `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      timeout: '2s',
    })
    server.closeAllConnections()
    server.close()
    expect(verdictOf(done).code).toBe(1)
    expect(target.paths).toEqual([])
  })

  it('takes longer than the step has, which leaves the scan to go on', async () => {
    world.delays.set('flawed', 30_000)
    const done = await withKey({ url: packagePage('flawed'), timeout: '3s', 'on-error': 'neutral' })
    expect(verdictOf(done), done.log).toEqual({ code: 0, verdict: 'timeout' })
    expect(done.outputs['scan-id']).toMatch(/^scan_/)
    const [scan] = await world.withDatabase(
      (sql) => sql`select status from scans where id = ${done.outputs['scan-id'] ?? ''}`,
    )
    expect(String(scan?.['status'])).toMatch(/pending|scanning/)
  })
})

describe('a key', () => {
  it('that is wrong is the author’s to change, whatever on-error says, and is not shown', async () => {
    const wrong = `${world.apiKey.slice(0, -4)}aaaa`
    const done = await withKey({ 'api-key': wrong, 'on-error': 'neutral' })
    expect(verdictOf(done)).toEqual({ code: 1, verdict: 'refused' })
    expect(done.masked).toContain(wrong)
    expect(done.log).not.toContain('Signed in')
    expect(done.log + done.summary).not.toContain(wrong)
    expect(done.commands[0]).toMatchObject({ name: 'add-mask' })
  })

  // The action can wait for a minute, see below.
  it('of an account without remaining requests is reported as such', { timeout: 150_000 }, async () => {
    const key = await world.keyOf('busy')
    const answers = await Promise.all(
      Array.from({ length: 110 }, () => fetch(`${world.baseUrl}/api/v1/account`, { headers: { 'x-api-key': key } })),
    )
    expect(answers.some(({ status }) => status === 429)).toBe(true)
    const done = await withKey({ 'api-key': key, 'on-error': 'neutral' })
    // In the last minute of the rate-limit window, the action waits for the next window and passes.
    expect(['quota', 'pass'], done.log).toContain(done.outputs['verdict'])
    expect(done.code).toBe(0)
    if (done.outputs['verdict'] === 'quota')
      expect(done.log).toContain('The account (free plan) has reached its limit of 100 requests')
  })

  it('that works is enough for a repository of the account', async () => {
    const done = await withKey({ url: '' })
    expect(verdictOf(done), done.log).toEqual({ code: 0, verdict: 'pass' })
    expect(done.log).toContain('Using the API key')
  })
})

describe('the identity of a workflow', () => {
  it('is accepted', async () => {
    const done = await withIdentity()
    expect(verdictOf(done), done.log).toEqual({ code: 0, verdict: 'pass' })
  })

  it.each<[string, Claims, Parameters<typeof world.oidc.workflowEnvironment>[1], string]>([
    [
      'for another audience',
      {},
      { audience: 'https://elsewhere.example' },
      'was not issued for the audience http://127.0.0.1',
    ],
    ['that has expired', { exp: 1, iat: 1 }, {}, 'has expired'],
    [
      'of another repository',
      { repository_id: '9009', repository: 'evil/app', repository_owner_id: '9' },
      {},
      'The GitHub App is not installed in evil/app',
    ],
    [
      'of pull_request_target',
      { event_name: 'pull_request_target' },
      {},
      'Workflows triggered by pull_request_target cannot get a key',
    ],
    ['of issue_comment', { event_name: 'issue_comment' }, {}, 'Workflows triggered by issue_comment cannot get a key'],
    ['that is signed otherwise', {}, { alg: 'ES256' }, 'is not signed with RS256'],
  ])('%s is refused, whatever on-error says', async (_what, claims, signing, reason) => {
    const done = await withIdentity(claims, signing)
    expect(verdictOf(done), done.log).toEqual({ code: 1, verdict: 'refused' })
    expect(done.log).toContain(reason)
  })

  it('that needs no signature is refused, and so is one that was taken before', async () => {
    const unsigned = await withIdentity({}, { token: world.oidc.unsignedToken(world.baseUrl) })
    expect(verdictOf(unsigned)).toEqual({ code: 1, verdict: 'refused' })
    expect(unsigned.log).toContain('is not signed with RS256')
    const token = await world.oidc.token(world.baseUrl)
    expect(verdictOf(await withIdentity({}, { token }))).toEqual({ code: 0, verdict: 'pass' })
    const again = await withIdentity({}, { token })
    expect(verdictOf(again)).toEqual({ code: 1, verdict: 'refused' })
    expect(again.log).toContain('was already exchanged')
  })

  it('is waited for where GitHub gives none at this moment', async () => {
    world.oidc.answerWith(503)
    const done = await runAction({
      inputs: { 'base-url': world.baseUrl, timeout: '4s', 'on-error': 'neutral' },
      environment: { ...world.job(head), ...world.oidc.workflowEnvironment() },
    })
    world.oidc.answerWith(200)
    expect(verdictOf(done), done.log).toEqual({ code: 0, verdict: 'unavailable' })
    expect(done.log).toContain('GitHub could not issue an identity token (status 503). Retrying in 1 s.')
  })

  it('is not asked for where GitHub gives none', async () => {
    const done = await runAction({
      inputs: { 'base-url': world.baseUrl },
      environment: {
        ...world.job(head),
        ACTIONS_ID_TOKEN_REQUEST_URL: `${world.oidc.issuer}/unknown?x=1`,
        ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'no job',
      },
    })
    expect(verdictOf(done)).toEqual({ code: 1, verdict: 'refused' })
    expect(done.log).toContain('Grant the job the id-token: write permission.')
  })
})

describe('a submission', () => {
  /** Returns the minimum of several attempts. Other load may slow down any single one. */
  async function quickest(attempt: () => Promise<number>): Promise<number> {
    let least = Number.POSITIVE_INFINITY
    for (let attempts = 0; attempts < 15 && least >= 300; attempts += 1) least = Math.min(least, await attempt())
    return least
  }

  it('with a key is there within 300 ms of the start', async () => {
    const ms = await quickest(async () => {
      await using proxy = await startProxy(() => undefined)
      const started = performance.now()
      await withKey({ 'base-url': proxy.url })
      return (proxy.arrivals.get('POST /api/v1/scans/url') ?? Number.NaN) - started
    })
    expect(ms).toBeLessThan(300)
  }, 120_000)

  it('with an identity is there within 300 ms of the start, tokens and all', async () => {
    const ms = await quickest(async () => {
      await world.withDatabase((sql) => sql`delete from rate_usage`)
      const started = Date.now()
      const { outputs } = await withIdentity()
      const [scan] = await world.withDatabase(
        (sql) =>
          sql`select extract(epoch from created_at) * 1000 as ms from scans where id = ${outputs['scan-id'] ?? ''}`,
      )
      return Number(scan?.['ms'] ?? Number.NaN) - started
    })
    expect(ms).toBeLessThan(300)
  }, 120_000)
})
