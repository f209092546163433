import { gunzipSync } from 'node:zlib'
import type { Log } from 'sarif'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { codeScanningRef, sarifToUpload } from '../../../../src/service/github/checks/code-scanning.ts'
import { codeScanningLimits } from '../../../../src/service/github/checks/code-scanning-limits.ts'
import { storedFinding } from '../../../support/findings.ts'
import { sarifValidator } from '../../../support/official-schemas.ts'
import { installedApp, projectWith } from './installed-app.ts'

const readSarif = (sarif: string): Log => JSON.parse(gunzipSync(Buffer.from(sarif, 'base64')).toString('utf8'))

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp()
  app.github.codeScanning.add(permitted)
}, 240_000)
afterAll(async () => {
  expect(app.github.problems).toEqual([])
  await app[Symbol.asyncDispose]()
})

const permitted = 11
const flawed = { flawed: '1.0.0' }
const wanted = { 'assay.yml': 'codeScanning: true\n' }

/** A pull request to a repository whose base branch has these settings. */
async function pullRequest(
  name: string,
  {
    settings = 'codeScanning: true\n',
    brings = {},
    isFork = false,
    installationId = permitted,
    owner = { id: 1_100, login: 'acme' },
  }: {
    settings?: string
    brings?: Record<string, string>
    isFork?: boolean
    installationId?: number
    owner?: { id: number; login: string }
  } = {},
) {
  const repository = app.repository(name, { installationId, owner })
  // Equal contents would give equal commits in all repositories.
  const base = repository.git.commit(projectWith({}, { 'README.md': name }))
  const head = repository.git.commit(projectWith(flawed, { 'README.md': name, ...brings }), {
    refs: ['refs/heads/feature'],
    parents: [base],
  })
  repository.at.files.set('main:.github/assay.yml', settings)
  app.compare(repository, base, head)
  await app.sendPullRequest(repository, { head, base, number: 7, isFork })
  const run = await app.run(head)
  return { repository, head, run }
}
const uploadsOf = ({ at }: { at: { id: number } }) =>
  app.github.uploads.filter(({ repositoryId }) => repositoryId === at.id)
/**
 * Returns the states of a commit's uploads after its check has ended and no upload is in progress. Uploads are queued
 * before the end is stored.
 */
const uploadJobs = (headSha: string) =>
  app.withDatabase((sql) =>
    vi.waitFor(
      async () => {
        const [check] = await sql<
          { id: string; isEnded: boolean }[]
        >`select id, concluded_at is not null as "isEnded" from github_checks where head_sha = ${headSha}`
        if (check?.isEnded !== true) throw new Error('the check is under way')
        const jobs = await sql<
          { state: string }[]
        >`select state from pgboss.job where name = 'upload-code-scanning' and data->>'checkId' = ${check.id}`
        if (jobs.some(({ state }) => !['completed', 'failed', 'cancelled'].includes(state)))
          throw new Error('uploads are under way')
        return jobs.map(({ state }) => state)
      },
      { timeout: 60_000, interval: 200 },
    ),
  )

describe('code scanning', () => {
  it('gets what a pull request of the repository itself brings, after the check run has said it', async () => {
    const { repository, head, run } = await pullRequest('wants')
    expect(run.conclusion).toBe('failure')
    const [upload] = await vi.waitFor(
      () => {
        const uploads = uploadsOf(repository)
        if (uploads.length === 0) throw new Error('nothing was uploaded')
        return uploads
      },
      { timeout: 60_000, interval: 100 },
    )
    expect(upload).toMatchObject({ commit_sha: head, ref: 'refs/pull/7/head', tool_name: 'Assay' })
    const log = readSarif(upload?.sarif ?? '')
    expect(sarifValidator()(log)).toEqual([])
    expect(log.runs[0]?.results).toHaveLength(1)
    expect(log.runs[0]?.automationDetails?.id).toMatch(/^assay\/scan_/)
  }, 240_000)

  it('gets what a push to the default branch has, by the settings that are pushed', async () => {
    const repository = app.repository('pushed')
    const after = repository.git.commit(projectWith(flawed, wanted))
    await app.sendPush(repository, { after })
    await app.run(after)
    await vi.waitFor(
      () => expect(uploadsOf(repository)).toMatchObject([{ commit_sha: after, ref: 'refs/heads/main' }]),
      { timeout: 60_000, interval: 100 },
    )
  }, 240_000)

  it('gets nothing of a fork, of a project that does not ask, or for what only the pull request says', async () => {
    const [fork, silent, brought] = [
      await pullRequest('forked', { isFork: true }),
      await pullRequest('silent', { settings: '' }),
      await pullRequest('brought', { settings: '', brings: wanted }),
    ]
    for (const { repository, head } of [fork, silent, brought]) {
      expect(await uploadJobs(head)).toEqual([])
      expect(uploadsOf(repository)).toEqual([])
    }
  }, 240_000)

  it('gets nothing without the right to it, and the check says nothing of that', async () => {
    const { repository, run, head } = await pullRequest('unpermitted', {
      installationId: 12,
      owner: { id: 1_200, login: 'umbrella' },
    })
    expect(await uploadJobs(head)).toEqual(['completed'])
    expect(uploadsOf(repository)).toEqual([])
    expect(run.output.summary).not.toMatch(/code scanning/i)
  }, 240_000)

  it('may refuse: the job is done, and the check as it was', async () => {
    app.github.fault = (_method, path) =>
      path.endsWith('/code-scanning/sarifs')
        ? { status: 403, message: 'Code scanning is not enabled for this repository.' }
        : undefined
    const { repository, head } = await pullRequest('refuses')
    expect(await uploadJobs(head)).toEqual(['completed'])
    app.github.fault = undefined
    expect(app.service.log()).toContain('code scanning upload rejected')
    expect(uploadsOf(repository)).toEqual([])
    expect((await app.run(head)).conclusion).toBe('failure')
  }, 240_000)
})

describe('what is uploaded', () => {
  const coverage = {
    detectors: [],
    files: { scanned: 1, bytes: 1, skipped: [] },
    components: { total: 0, method: 'test', unresolved: [] },
    advisories: {},
    undecidedAdvisories: 0,
    isolation: 'in-process' as const,
    gaps: [],
  }
  const scan = {
    id: 'scan_x',
    source: {
      type: 'git' as const,
      canonicalUrl: 'https://github.example/acme/project',
      revision: 'a'.repeat(40),
      digest: 'sha256-x',
    },
    coverage,
  }

  it('is open, worst first, and no more than GitHub shows', async () => {
    const findings = Array.from({ length: codeScanningLimits.maxResults + 10 }, (_, index) =>
      storedFinding({
        fingerprint: index.toString(16).padStart(32, '0'),
        severity: index === codeScanningLimits.maxResults ? 'critical' : 'low',
        state: 'new',
      }),
    )
    const sarif = await sarifToUpload(
      scan,
      [...findings, storedFinding({ state: 'suppressed' }), storedFinding({ state: 'fixed' })],
      'https://assay.example',
    )
    expect(sarif.length).toBeLessThanOrEqual(codeScanningLimits.maxBytes)
    const [run] = readSarif(sarif).runs
    expect(run?.results).toHaveLength(codeScanningLimits.maxResults)
    expect(run?.results?.[0]?.level).toBe('error')
    expect(JSON.stringify(run?.invocations)).toContain('Code scanning does not receive the 10 least severe findings')
  })

  it('fits into a request also where each finding is long', async () => {
    let state = 1
    // Text that gzip cannot compress.
    const noise = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(33 + ((state = (state * 48_271) % 2_147_483_647) % 90))).join('')
    const findings = Array.from({ length: 600 }, (_, index) =>
      storedFinding({ fingerprint: index.toString(16).padStart(32, '0'), message: noise(4_000), state: 'new' }),
    )
    const sarif = await sarifToUpload(scan, findings, 'https://assay.example')
    expect(sarif.length).toBeLessThanOrEqual(codeScanningLimits.maxBytes)
    const results = readSarif(sarif).runs[0]?.results ?? []
    expect(results.length).toBeGreaterThan(50)
    expect(results.length).toBeLessThan(600)
  })

  it.each([
    [{ cause: 'push', baseRef: 'main', pullNumber: null, isFork: false }, 'refs/heads/main'],
    [{ cause: 'pull_request', baseRef: 'main', pullNumber: 3, isFork: false }, 'refs/pull/3/head'],
    [{ cause: 'pull_request', baseRef: 'main', pullNumber: 3, isFork: true }, undefined],
    [{ cause: 'push', baseRef: 'main', pullNumber: null, isFork: true }, undefined],
    [{ cause: 'merge_group', baseRef: 'main', pullNumber: null, isFork: false }, undefined],
  ] as const)('is kept under the name that it has at GitHub: %#', (check, ref) => {
    expect(codeScanningRef(check)).toBe(ref)
  })
})
