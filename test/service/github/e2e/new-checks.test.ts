import { announceRepositoryTo } from '../../../../src/service/startup/announce-repository.ts'
import { createPrivateKey, randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceCheck } from '../../../../src/service/github/checks/advance-check.ts'
import { beginCheck } from '../../../../src/service/github/checks/begin-check.ts'
import { beingMadeFrom } from '../../../../src/service/github/checks/making.ts'
import { publishCheckRun } from '../../../../src/service/github/checks/publish-check-run.ts'
import { createGitHubClients } from '../../../../src/service/github/clients.ts'
import { pullRequest as pullRequestEvent } from '../../../../src/service/github/events/pull-request.ts'
import type { GitHubContext } from '../../../../src/service/github/github-event.ts'
import { createGitHubLimits } from '../../../../src/service/github/github-limits.ts'
import { readPayload } from '../../../../src/service/github/read-payload.ts'
import { deliveryReceiver } from '../../../../src/service/github/receive-delivery.ts'
import { workDelivery } from '../../../../src/service/github/work-delivery.ts'
import { githubAppLimits } from '../../../../src/service/github/github-app-limits.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import { type FakeRepository, fakeRepository, startFakeGitHub } from '../../../support/fake-github/fake-github.ts'
import { testApi } from '../../../support/test-api.ts'

// Jobs run one at a time here, because these tests are about the time between two jobs.

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
const api = await testApi({ log })
const contextOf = (): GitHubContext => ({
  ...api,
  log,
  app,
  clients: createGitHubClients({ network, app, log, limits: createGitHubLimits() }),
  publicUrl: 'https://assay.example',
  announceScanEnd: async () => {},
  announceRepository: announceRepositoryTo(api),
})
const receive = deliveryReceiver({ ...api, log })
const attempt = () => ({ signal: AbortSignal.timeout(60_000) })

beforeEach(() => {
  github.fault = undefined
})
afterAll(async () => {
  expect(github.problems).toEqual([])
  await network[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

let nextId = 7_000

interface Pull {
  readonly repository: FakeRepository
  readonly head: string
  readonly payload: Record<string, unknown>
}

/** A pull request that was opened in a separate repository. */
function pullRequest(change: Record<string, unknown> = {}): Pull {
  const id = nextId++
  const owner = { id: 100_000 + id, login: `owner-${id}` }
  const repository = fakeRepository({ id, owner, name: `repository-${id}`, installationId: id })
  github.repositories.push(repository)
  const [base, head] = [randomBytes(20).toString('hex'), randomBytes(20).toString('hex')]
  repository.comparisons.set(`${base}...${head}`, { mergeBase: base, files: [] })
  const payload = {
    action: 'opened',
    number: 1,
    pull_request: {
      draft: false,
      user: { login: 'somebody' },
      head: { sha: head, repo: { id } },
      base: { sha: base, ref: 'main' },
      title: 'not used',
    },
    repository: { id, name: repository.name, private: false, default_branch: 'main', owner, description: 'not used' },
    installation: { id },
    sender: { login: 'not used' },
    ...change,
  }
  return { repository, head, payload }
}

/** Receives a delivery like the router. Returns its ID. */
async function told(name: string, payload: unknown): Promise<string> {
  const id = randomUUID()
  await receive({ id, name, payload })
  return id
}

const checkOf = async ({ head }: Pull) =>
  (
    await api.sql<
      { id: string; told_digest: string | null; check_run_id: string | null; state: string }[]
    >`select id, told_digest, check_run_id, state from github_checks where head_sha = ${head}`
  )[0]
const runsOf = ({ head }: Pull) => github.checkRuns.filter(({ headSha }) => headSha === head)
const waitingJobs = (name: string, key: string) =>
  api.sql<
    { data: { force?: boolean }; priority: number }[]
  >`select data, priority from pgboss.job where name = ${name} and singleton_key = ${key} and state = 'created'`
const storedDelivery = async (id: string) =>
  (
    await api.sql<
      { payload: Record<string, unknown> | null; ended_at: string | null; failure: string | null }[]
    >`select payload, ended_at, failure from github_deliveries where id = ${id}`
  )[0]
const jobsOf = (deliveryId: string) =>
  api.sql`select 1 from pgboss.job where name = 'work-github-delivery' and data->>'deliveryId' = ${deliveryId}`

describe('of a delivery', () => {
  it('no more is kept than is used', async () => {
    const id = await told('pull_request', pullRequest().payload)
    expect(JSON.stringify((await storedDelivery(id))?.payload)).not.toContain('not used')
    expect(await jobsOf(id)).toHaveLength(1)
  })

  it('from which nothing follows nothing is kept, and there is no job', async () => {
    const id = await told('pull_request', pullRequest({ action: 'labeled' }).payload)
    expect(await storedDelivery(id)).toMatchObject({ payload: null, failure: null, ended_at: expect.anything() })
    expect(await jobsOf(id)).toHaveLength(0)
  })

  it('that is not understood it is kept why, and nothing of what it says', async () => {
    const id = await told('pull_request', { action: 'opened', number: 'secret words' })
    expect(await storedDelivery(id)).toMatchObject({
      payload: null,
      failure: expect.stringMatching(/^The payload has an unexpected value at number/),
      ended_at: expect.anything(),
    })
    expect(await jobsOf(id)).toHaveLength(0)
  })

  it('that comes many times at once there is one job', async () => {
    const { payload } = pullRequest()
    const id = randomUUID()
    await Promise.all(Array.from({ length: 50 }, () => receive({ id, name: 'pull_request', payload })))
    expect(await jobsOf(id)).toHaveLength(1)
  })

  it('that the database does not take those that came with it are stored and have their jobs', async () => {
    await api.sql.unsafe(
      "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'not this " +
        "one'; end $$; create trigger refuse before insert on github_deliveries for each row when (new.id = " +
        "'refused') execute function refuse()",
    )
    const ids = ['refused', ...Array.from({ length: 30 }, () => randomUUID())]
    const outcomes = await Promise.allSettled(
      ids.map((id) => receive({ id, name: 'pull_request', payload: pullRequest().payload })),
    )
    await api.sql`drop trigger refuse on github_deliveries`
    expect(outcomes.map(({ status }) => status)).toEqual(ids.map((id) => (id === 'refused' ? 'rejected' : 'fulfilled')))
    expect(await Promise.all(ids.map(async (id) => (await jobsOf(id)).length))).toEqual(
      ids.map((id) => (id === 'refused' ? 0 : 1)),
    )
  })
})

describe('the run of a new check', () => {
  it('is left to the job of it when what came before has used up its time', async () => {
    const pull = pullRequest()
    const context = contextOf()
    const delivery = readPayload(pullRequestEvent, pull.payload)
    const begun = await pullRequestEvent.work(context, 'payload' in delivery ? delivery.payload : {}, attempt().signal)
    if (!begun) throw new Error('no check')
    const asked = github.requests.length
    // The database was unresponsive for this long. A job that looks for the run after 4 seconds must find this one.
    await beginCheck(
      context,
      {
        ...begun,
        check: {
          ...begun.check,
          publishedDigest: beingMadeFrom(new Date(Date.now() - githubAppLimits.firstRunTimeoutMs - 1_000)),
        },
      },
      attempt().signal,
    )
    expect(github.requests).toHaveLength(asked)
    await publishCheckRun(context, { checkId: begun.check.id }, attempt())
    expect(runsOf(pull)).toHaveLength(1)
  })

  it('ends when the check was superseded before the run was made', async () => {
    const pull = pullRequest()
    const context = contextOf()
    const delivery = readPayload(pullRequestEvent, pull.payload)
    const begun = await pullRequestEvent.work(context, 'payload' in delivery ? delivery.payload : {}, attempt().signal)
    if (!begun) throw new Error('no check')
    const { pull_request: opened, ...others } = pull.payload
    const newer = randomBytes(20).toString('hex')
    const pushed = {
      ...others,
      action: 'synchronize',
      before: pull.head,
      pull_request: { ...(opened as object), head: { sha: newer, repo: { id: pull.repository.id } } },
    }
    await workDelivery(context, { deliveryId: await told('pull_request', pushed) }, attempt())
    await beginCheck(context, begun, attempt().signal)
    await publishCheckRun(context, { checkId: begun.check.id }, attempt())
    expect(runsOf(pull)).toMatchObject([{ status: 'completed', conclusion: 'neutral' }])
    expect(runsOf(pull)[0]?.output.summary).toContain(newer.slice(0, 10))
  })

  it('is made by the job of its delivery, which then has the check brought on', async () => {
    const pull = pullRequest()
    await workDelivery(contextOf(), { deliveryId: await told('pull_request', pull.payload) }, attempt())
    const check = await checkOf(pull)
    expect(runsOf(pull)).toMatchObject([{ id: Number(check?.check_run_id), status: 'queued' }])
    expect(await waitingJobs('advance-check', check?.id ?? '')).toHaveLength(1)
    expect(await waitingJobs('tell-check', check?.id ?? '')).toHaveLength(0)
    // An unchanged status is not published again.
    const asked = github.requests.length
    await publishCheckRun(contextOf(), { checkId: check?.id ?? '' }, attempt())
    expect(
      github.requests.slice(asked).filter(({ method, path }) => method !== 'GET' && !path.endsWith('/access_tokens')),
    ).toEqual([])
  })

  it.each([
    ['answers 500', { status: 500 }],
    ['limits the app', { status: 403, headers: { 'retry-after': '60' } }],
    ['does not take it', { status: 422 }],
  ])('is left to a job of its own where GitHub %s, and then made once', async (_what, fault) => {
    const pull = pullRequest()
    github.fault = (method, path) =>
      method === 'POST' && path.startsWith(`/repos/${pull.repository.owner.login}/`) ? fault : undefined
    await workDelivery(contextOf(), { deliveryId: await told('pull_request', pull.payload) }, attempt())
    github.fault = undefined
    const check = await checkOf(pull)
    expect(check).toMatchObject({ check_run_id: null, state: 'queued' })
    expect(await waitingJobs('tell-check', check?.id ?? '')).toMatchObject([{ priority: 3 }])
    await publishCheckRun(contextOf(), { checkId: check?.id ?? '' }, attempt())
    expect(runsOf(pull)).toHaveLength(1)
  })

  it('is brought on although the first attempt died between making it and that', async () => {
    const pull = pullRequest()
    const deliveryId = await told('pull_request', pull.payload)
    await api.sql.unsafe(
      "create function die() returns trigger language plpgsql as $$ begin raise exception 'the process " +
        "dies'; end $$; create trigger die before insert on pgboss.job_common for each row when (new.name = " +
        "'advance-check') execute function die()",
    )
    await expect(workDelivery(contextOf(), { deliveryId }, attempt())).rejects.toThrow()
    await api.sql`drop trigger die on pgboss.job_common`
    expect(runsOf(pull)).toHaveLength(1)
    await workDelivery(contextOf(), { deliveryId }, attempt())
    const checkId = (await checkOf(pull))?.id ?? ''
    expect(await waitingJobs('advance-check', checkId)).toHaveLength(1)
    await api.sql`update github_checks set told_digest = regexp_replace(told_digest, 'until .*',
      'until ' || '2026-01-01T00:00:00.000Z') where id = ${checkId}`
    await publishCheckRun(contextOf(), { checkId }, attempt())
    expect(runsOf(pull)).toMatchObject([{ id: Number((await checkOf(pull))?.check_run_id) }])
  })

  it('that GitHub has made, and whose making was not heard of, is found by its job', async () => {
    const pull = pullRequest()
    const deliveryId = await told('pull_request', pull.payload)
    const dying = new AbortController()
    github.beforeAnswer = ({ method, path }) => {
      if (method !== 'POST' || !path.startsWith(`/repos/${pull.repository.owner.login}/`)) return undefined
      dying.abort(new Error('the process is killed'))
      return new Promise(() => {})
    }
    await expect(workDelivery(contextOf(), { deliveryId }, { signal: dying.signal })).rejects.toThrow()
    github.beforeAnswer = undefined
    // Another process retries the job.
    await workDelivery(contextOf(), { deliveryId }, attempt())
    const check = await checkOf(pull)
    const checkId = check?.id ?? ''
    expect(check?.check_run_id).toBeNull()
    // While the dead process may still be creating the run, no other one does. Only one job waits.
    for (let time = 0; time < 3; time += 1) await publishCheckRun(contextOf(), { checkId }, attempt())
    expect(await waitingJobs('tell-check', checkId)).toHaveLength(1)
    expect((await checkOf(pull))?.check_run_id).toBeNull()
    await api.sql`update github_checks set told_digest = regexp_replace(told_digest, 'until .*',
      'until ' || '2026-01-01T00:00:00.000Z') where id = ${checkId}`
    await publishCheckRun(contextOf(), { checkId }, attempt())
    expect(runsOf(pull)).toMatchObject([{ id: Number((await checkOf(pull))?.check_run_id) }])
    expect(await waitingJobs('advance-check', checkId)).toHaveLength(1)
  })
})

it(
  'a check that GitHub limits waits in one job, however often it is taken up, and still forces what it was to ' +
    'force',
  async () => {
    const pull = pullRequest()
    await workDelivery(contextOf(), { deliveryId: await told('pull_request', pull.payload) }, attempt())
    const checkId = (await checkOf(pull))?.id ?? ''
    await api.sql`delete from pgboss.job where name = 'advance-check' and singleton_key = ${checkId}`
    github.fault = (_method, path) =>
      path.includes('/compare/') ? { status: 403, headers: { 'retry-after': '3000' } } : undefined
    const context = contextOf()
    await advanceCheck(context, { checkId, force: true }, attempt())
    await Promise.all(Array.from({ length: 5 }, () => advanceCheck(context, { checkId, force: false }, attempt())))
    expect(await waitingJobs('advance-check', checkId)).toMatchObject([{ data: { force: true } }])
  },
)
