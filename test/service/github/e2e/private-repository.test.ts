import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openCluster } from '../../../../src/service/db/embedded/cluster.ts'
import { type AssayProcess, dataFolder, runAssay, startAssay } from '../../../support/assay-process.ts'
import { gitRepositories } from '../../../support/git-repository.ts'
import { type GitServer, startGitServer } from '../../../support/git-server.ts'
import { type GitHubStandIn, type StandInInstallation, startGitHubStandIn } from '../../../support/github-stand-in.ts'
import { flawedPackageAdvisory, writeOsvFeed } from '../../../support/osv-feed.ts'
import { caller } from '../../../support/test-api.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'

const data = dataFolder()
const feed = writeOsvFeed({ npm: [flawedPackageAdvisory] })
const certificates = mkdtempSync(join(tmpdir(), 'assay-certificates-'))
const repositories = gitRepositories()
const installations = new Map<number, StandInInstallation>([
  [11, { owner: { id: 1100, login: 'acme' }, repositories: ['secret', 'moved'] }],
  [22, { owner: { id: 2200, login: 'bobs' }, repositories: ['own'] }],
])
const lock = JSON.stringify({
  name: 'secret',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: { '': { name: 'secret', version: '1.0.0' } },
})

let github: GitHubStandIn
let git: GitServer
let service: AssayProcess
let alice: ReturnType<typeof caller>
let bob: ReturnType<typeof caller>
const accountIds = new Map<string, string>()

/** Returns the repository in the path of a request, in lower case: `/acme/secret.git/info/refs` is `acme/secret`. */
const repositoryOf = (path: string) =>
  path
    .split('/')
    .slice(1, 3)
    .join('/')
    .replace(/\.git$/, '')
    .toLowerCase()

beforeAll(async () => {
  repositories
    .create('acme/secret.git')
    .commit({ 'package.json': '{"name":"secret","version":"1.0.0"}', 'package-lock.json': lock })
  github = await startGitHubStandIn({ installations })
  const certificate = await trustedCertificate()
  writeFileSync(join(certificates, 'ca.pem'), certificate.cert)
  git = await startGitServer({
    certificate,
    folder: repositories.folder,
    // Like GitHub: without a token for this repository, it looks as if it did not exist.
    credentialOf: (path) =>
      `x-access-token:${
        github.minted.findLast(({ repository }) => repository.toLowerCase() === repositoryOf(path))?.token ??
        'nobody has one'
      }`,
  })
  const settings = {
    ASSAY_DATA_DIR: data.path,
    OSV_URL: feed.url,
    // Allows the operator's own GitHub. URLs that users submit do not use this setting.
    ASSAY_ALLOW_NETWORKS: 'upstream=127.0.0.1/32',
    APP_ID: github.appId,
    PRIVATE_KEY: github.privateKeyPem.replaceAll('\n', '\\n'),
    GHE_HOST: `localhost:${git.port}`,
    GITHUB_API_URL: github.apiUrl,
    NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem'),
    LOG_LEVEL: 'trace',
  }
  service = await startAssay(settings)
  const made = await runAssay(
    ['keys', 'create', '--name', 'test', '--account', 'bob', '--plan', 'team', '--json'],
    settings,
  )
  expect(made.code, made.err).toBe(0)
  alice = caller(service.address, { 'x-api-key': service.key ?? '' })
  bob = caller(service.address, { 'x-api-key': JSON.parse(made.out).key })
  await withDatabase(async (sql) => {
    for (const { id, name } of await sql`select id, name from accounts`) accountIds.set(String(name), String(id))
    const rows = [
      { installation_id: 11, account_id: accountIds.get('local') ?? '', owner_id: 1100, owner_login: 'Acme' },
      { installation_id: 22, account_id: accountIds.get('bob') ?? '', owner_id: 2200, owner_login: 'bobs' },
    ]
    for (const row of rows)
      await sql`insert into github_installations ${sql({ ...row, host: `localhost:${git.port}` })}`
  })
}, 120_000)

afterAll(async () => {
  await service.end('SIGTERM')
  await git[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
  repositories[Symbol.dispose]()
  feed.remove()
  data.remove()
  rmSync(certificates, { recursive: true })
})

async function withDatabase<Result>(use: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  await using cluster = await openCluster({ dataDir: data.path })
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  try {
    return await use(sql)
  } finally {
    await sql.end()
  }
}

interface Told {
  readonly submission: unknown
  readonly scan: Record<string, unknown> & { readonly error?: { readonly code: string; readonly message: string } }
  readonly ms: number
}

/** Submits a repository. Returns everything that the account sees, without names, IDs, and times. */
async function told(call: ReturnType<typeof caller>, path: string, extra: object = {}): Promise<Told> {
  const submitted = await call('POST', '/api/v1/scans/url', { url: `https://localhost:${git.port}/${path}`, ...extra })
  expect(submitted.status, submitted.text).toBe(202)
  const scanId = String(submitted.json.data.scanId)
  const scan = await vi.waitFor(
    async () => {
      const { json } = await call('GET', `/api/v1/scans/${scanId}`)
      expect(json.data.status).toMatch(/completed|failed/)
      return json.data
    },
    { timeout: 30_000, interval: 50 },
  )
  const ms = Date.parse(String(scan.completedAt)) - Date.parse(String(scan.startedAt))
  const plain = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value)
        .replaceAll(path, 'PATH')
        .replaceAll(scanId, 'ID')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'),
    )
  return { submission: { status: submitted.status, data: plain(submitted.json.data) }, scan: plain(scan), ms }
}

const inaccessible = {
  status: 'failed',
  verdict: 'error',
  error: {
    code: 'SOURCE_NOT_FOUND',
    message: expect.stringContaining('it does not exist, or it is private'),
  },
}

describe('a private repository', () => {
  let missing: Told

  it('that does not exist is reported like that to every caller', async () => {
    missing = await told(bob, 'acme/nothing')
    expect(missing.scan).toMatchObject(inaccessible)
    expect((await told(alice, 'acme/nothing')).scan).toEqual(missing.scan)
    expect(github.minted).toEqual([])
  })

  it('of another account is answered in the same words, before it was ever scanned', async () => {
    expect(await told(bob, 'acme/secret')).toMatchObject({ submission: missing.submission, scan: missing.scan })
    expect(github.minted).toEqual([])
  })

  it('is scanned by the account of its installation, and marked', async () => {
    const { scan } = await told(alice, 'acme/secret')
    expect(scan).toMatchObject({ status: 'completed', source: { type: 'git', isPrivate: true } })
    expect(github.minted.length).toBe(1)
    expect(git.requests.some(({ authorization }) => authorization !== undefined)).toBe(true)
  })

  it('is answered to the other account as before right after that, in about the same time', async () => {
    const asked = github.requests.length
    const times = { secret: [] as number[], nothing: [] as number[] }
    for (let round = 0; round < 5; round++) {
      const secret = await told(bob, 'acme/secret')
      expect(secret).toMatchObject({ submission: missing.submission, scan: missing.scan })
      expect(secret.scan).toEqual(missing.scan)
      times.secret.push(secret.ms)
      times.nothing.push((await told(bob, 'acme/nothing')).ms)
    }
    for (const path of ['acme/secret/tree/main', 'acme/secret.git'])
      expect((await told(bob, path)).scan.error).toMatchObject({ code: 'SOURCE_NOT_FOUND' })
    expect((await told(bob, 'acme/secret', { branch: 'main' })).scan.error).toEqual(
      (await told(bob, 'acme/nothing', { branch: 'main' })).scan.error,
    )
    expect(github.requests.length, 'GitHub was not asked for the other account').toBe(asked)
    const quickest = (list: number[]) => Math.min(...list)
    expect(Math.abs(quickest(times.secret) - quickest(times.nothing))).toBeLessThan(200)
  })

  it('is reported to no caller after it was removed from the installation', async () => {
    installations.set(11, { owner: { id: 1100, login: 'acme' }, repositories: [] })
    await withDatabase((sql) => sql`update github_installations set suspended_at = now() where installation_id = 11`)
    expect((await told(alice, 'acme/secret')).scan).toEqual(missing.scan)
  })
})

describe('the token of an installation, and the key of the app', () => {
  const secrets = () => {
    expect(github.minted.length).toBeGreaterThan(0)
    const tokens = github.minted.map(({ token }) => token)
    const basic = tokens.map((token) => Buffer.from(`x-access-token:${token}`).toString('base64'))
    const signed = github.requests.map(({ headers }) => String(headers.authorization).replace('Bearer ', ''))
    return [...tokens, ...basic, ...signed, github.privateKeyPem.split('\n')[1] ?? '']
  }

  it('are in no row of any table, jobs and all', async () => {
    const rows = await withDatabase(async (sql) => {
      const tables = await sql`select table_schema as schema, table_name as name from information_schema.tables
          where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
      const texts: string[] = []
      for (const { schema, name } of tables) {
        for (const { row } of await sql`select t::text as row from ${sql(String(schema))}.${sql(String(name))} t`)
          texts.push(String(row))
      }
      return texts
    })
    expect(
      rows.some((row) => row.includes('acme/secret')),
      'the scans are among the rows',
    ).toBe(true)
    for (const secret of secrets()) expect(rows.filter((row) => row.includes(secret))).toEqual([])
  })

  it('are in no line of the log', () => {
    expect(service.log()).toContain('acme/secret')
    for (const secret of secrets()) expect(service.log() + service.out()).not.toContain(secret)
  })

  it('are in no file of the data folder but those of the database', () => {
    const files = readdirSync(data.path, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && !entry.parentPath.includes('postgres'),
    )
    for (const file of files)
      for (const secret of secrets())
        expect(readFileSync(join(file.parentPath, file.name)).includes(secret), file.name).toBe(false)
  })
})
