import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { parseTarget } from '../../../src/engine/sources/accept-url.ts'
import { parseAllowedNetworks } from '../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../src/engine/net/http-network.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { upsertGithubRepositories } from '../../../src/service/db/github/repositories.ts'
import { claimScan } from '../../../src/service/db/scans/claims.ts'
import { promoteLongWaiting } from '../../../src/service/db/scans/queue.ts'
import { createSharedLimits } from '../../../src/service/github/budgets/shared-limits.ts'
import { createGitHubClients } from '../../../src/service/github/clients.ts'
import type { GitHubContext } from '../../../src/service/github/github-event.ts'
import { payerOf } from '../../../src/service/github/github-limits.ts'
import { githubPriorities } from '../../../src/service/github/github-priorities.ts'
import { recordInstallation } from '../../../src/service/github/installed-owner.ts'
import { scanInstallation } from '../../../src/service/github/scan-installation.ts'
import { openQueue } from '../../../src/service/queue/queue.ts'
import { requestScan } from '../../../src/service/scans/request-scan.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db, sql, url } = await testDatabase()
const log = pino({ level: 'silent' })
const queue = await openQueue({ url, log })
const network = createNetwork({ allowedNetworks: parseAllowedNetworks(''), upstreams: [] })
afterAll(async () => {
  await queue[Symbol.asyncDispose]()
  await network[Symbol.asyncDispose]()
})
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
const host = 'github.example'
const app = {
  host,
  apiUrl: `https://${host}/api/v3`,
  id: '4711',
  privateKey: createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' })),
}
const limits = createSharedLimits({ db, log, host })
const context: GitHubContext = {
  db,
  queue,
  masterKey: masterKeyFrom(randomBytes(32).toString('hex')),
  log,
  app,
  clients: createGitHubClients({ network, app, log, limits }),
  publicUrl: 'https://assay.example',
  announceScanEnd: async () => {},
  announceRepository: async () => {},
}

let nextId = 1
/** Installs the app for a new owner, with repositories. */
async function install(repositories: number) {
  const installationId = nextId++
  const owner = { id: 1_000 + installationId, login: `owner-${installationId}` }
  const accountId = (await recordInstallation(context, db, { installationId, owner })) ?? ''
  await upsertGithubRepositories(
    db,
    Array.from({ length: repositories }, (_, index) => ({
      host,
      repositoryId: installationId * 100_000 + index,
      accountId,
      installationId,
      ownerLogin: owner.login,
      name: `repository-${index}`,
      isPrivate: false,
      defaultBranch: null,
    })),
  )
  return { accountId, installationId }
}

async function submit(accountId: string, priority: number) {
  const address = `https://${host}/owner/repository`
  const scan = await requestScan(context, {
    accountId,
    url: address,
    target: parseTarget(address),
    failOn: 'high',
    priority,
  })
  if (typeof scan === 'string') throw new Error(scan)
  return scan.id
}

const claim = async () =>
  (await claimScan(db, { ticket: randomUUID() }, { atOnce: { ofAll: 1_000, ofAccount: 1_000 }, now: new Date() }))?.id
async function waiting(accountId: string, priority: number): Promise<number> {
  const [row] = await sql`
    select count(*) from scans where account_id = ${accountId} and status = 'pending' and priority = ${priority}`
  return Number(row?.['count'])
}

beforeEach(async () => void (await sql`delete from scans`))

describe('scans of an account', () => {
  it('start with open pull requests, then pushes, then new repositories', async () => {
    const { accountId } = await install(0)
    const { background, push, pullRequest } = githubPriorities
    const ids = { background: await submit(accountId, background), push: await submit(accountId, push) }
    const pull = await submit(accountId, pullRequest)
    expect([await claim(), await claim(), await claim()]).toEqual([pull, ids.push, ids.background])
  })

  it('do not delay those of another account, whatever their priority', async () => {
    const [one, other] = [await install(0), await install(0)]
    for (let index = 0; index < 4; index += 1) await submit(one.accountId, githubPriorities.pullRequest)
    const first = await submit(other.accountId, githubPriorities.background)
    expect([await claim(), await claim()]).toContain(first)
  })

  it('start at last, although pull requests keep arriving', async () => {
    const { accountId } = await install(0)
    const first = await submit(accountId, githubPriorities.background)
    const waitMs = 60_000
    const age = () => sql`update scans set created_at = created_at - interval '61 seconds' where id = ${first}`
    const priorities: unknown[] = []
    for (let minute = 0; minute < 4; minute += 1) {
      await promoteLongWaiting(db, waitMs)
      priorities.push((await sql`select priority from scans where id = ${first}`)[0]?.['priority'])
      await age()
    }
    expect(priorities).toEqual([-1, 0, 1, 1])
    await submit(accountId, githubPriorities.pullRequest)
    expect(await claim()).toBe(first)
  })
})

describe('the first scans of an installation', () => {
  it('fill only a part of the queue', async () => {
    const { accountId, installationId } = await install(10_000)
    await scanInstallation(context, { installationId })
    await scanInstallation(context, { installationId })
    expect(await waiting(accountId, githubPriorities.background)).toBe(100)
  })

  it('are not forgotten while pull requests fill the queue', async () => {
    const { accountId, installationId } = await install(200)
    for (let index = 0; index < 120; index += 1) await submit(accountId, githubPriorities.pullRequest)
    await scanInstallation(context, { installationId })
    await scanInstallation(context, { installationId })
    expect(await waiting(accountId, githubPriorities.background)).toBe(4)
  })

  it('wait while only the requests for checks are left', async () => {
    const { accountId, installationId } = await install(200)
    const resetsAt = new Date(Date.now() + 1_800_000)
    limits.noteWindow(payerOf(installationId), { limit: 5_000, left: 1_400, resetsAt })
    await scanInstallation(context, { installationId })
    expect(await waiting(accountId, githubPriorities.background)).toBe(0)
    const [job] = await sql`
      select start_after from pgboss.job 
      where name = 'scan-installation' and data->>'installationId' = ${String(installationId)}`
    expect(Math.abs(new Date(String(job?.['start_after'])).getTime() - resetsAt.getTime())).toBeLessThan(60_000)
  })
})

it('ordinary jobs run while jobs with a higher priority are waiting', async () => {
  const ran: string[] = []
  await queue.enqueue(db, 'abandon-github-delivery', { deliveryId: 'ordinary' }, { priority: 0 })
  for (let index = 0; index < 40; index += 1)
    await queue.enqueue(db, 'abandon-github-delivery', { deliveryId: `urgent ${index}` }, { priority: 1 })
  await queue.work('abandon-github-delivery', async ({ deliveryId }) => void ran.push(deliveryId))
  await vi.waitFor(() => expect(ran).toHaveLength(41), { timeout: 20_000, interval: 20 })
  expect(ran[0]).toMatch(/^urgent/)
  expect(ran.indexOf('ordinary')).toBeLessThan(8)
})
