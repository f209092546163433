import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Files } from '../../../support/git-objects.ts'
import { flawedPackageAdvisory } from '../../../support/osv-feed.ts'
import { installedApp, type InstalledRepository, projectWith } from './installed-app.ts'

const severities = ['CRITICAL', 'HIGH', 'MODERATE', 'LOW'] as const
const vectors = {
  CRITICAL: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  HIGH: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:N/A:N',
  MODERATE: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:L/I:L/A:N',
  LOW: 'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
}

/** An advisory for the package `many-<index>` with alternating severity and a title that is long in bytes. */
function advisoryOfMany(index: number): Record<string, unknown> {
  const severity = severities[index % severities.length] ?? 'LOW'
  return {
    ...flawedPackageAdvisory,
    id: `GHSA-many-${String(index).padStart(4, '0')}-test`,
    aliases: [],
    summary: `flaw ${index} ${'é漢'.repeat(90)}`,
    affected: [
      {
        package: { ecosystem: 'npm', name: `many-${index}` },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
      },
    ],
    severity: [{ type: 'CVSS_V3', score: vectors[severity] }],
    database_specific: { severity },
  }
}

const manyPackages = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`many-${index}`, '1.0.0']))
const flawed = { flawed: '1.0.0' }

let app: Awaited<ReturnType<typeof installedApp>>
beforeAll(async () => {
  app = await installedApp({ advisories: Array.from({ length: 200 }, (_, index) => advisoryOfMany(index)) })
}, 180_000)
afterAll(async () => {
  const { problems } = app.github
  await app[Symbol.asyncDispose]()
  expect(problems).toEqual([])
}, 60_000)

/** Returns a file as a change that adds all of it. */
const added = (filename: string, text: string) => ({
  filename,
  patch: `@@ -0,0 +1,${text.split('\n').length} @@\n${text
    .split('\n')
    .map((line) => `+${line}`)
    .join('\n')}`,
})

/** Converts files by path into nested folders. */
function inFolders(files: Readonly<Record<string, string>>): Files {
  return Object.fromEntries(
    Object.entries(Object.groupBy(Object.entries(files), ([path]) => path.split('/')[0] ?? '')).map(
      ([name, entries = []]) => {
        const [[path, text] = ['', '']] = entries
        return [
          name,
          path === name
            ? text
            : inFolders(Object.fromEntries(entries.map(([inner, content]) => [inner.slice(name.length + 1), content]))),
        ]
      },
    ),
  )
}

/** Creates a base and a head in a new repository, for a pull request. */
function pullOf(
  name: string,
  before: Record<string, string>,
  after: Record<string, string>,
): { repository: InstalledRepository; base: string; head: string } {
  const repository = app.repository(name)
  const base = repository.git.commit(inFolders(before))
  const head = repository.git.commit(inFolders(after), { refs: ['refs/heads/feature'], parents: [base] })
  app.compare(repository, base, head, [added('package-lock.json', after['package-lock.json'] ?? '')])
  for (const [path, text] of Object.entries(before)) repository.at.files.set(`main:${path}`, text)
  return { repository, base, head }
}

const runsOf = (headSha: string) => app.github.checkRuns.filter((run) => run.headSha === headSha)
const scanOf = ({ detailsUrl }: { detailsUrl: string | undefined }) => detailsUrl?.split('/').at(-1) ?? ''
const scanRow = (id: string) =>
  app.withDatabase(
    async (sql) =>
      (
        await sql<
          { status: string; error_code: string | null; cached: boolean; force: boolean }[]
        >`select status, error_code, cached, force from scans where id = ${id}`
      )[0],
  )
const checkRow = (headSha: string) =>
  app.withDatabase(
    async (sql) =>
      (
        await sql<{ state: string; head_scan_id: string | null }[]>`select checked.state, compared.head_scan_id
          from github_checks checked join github_comparisons compared on compared.check_id = checked.id
          where head_sha = ${headSha}`
      )[0],
  )
/** Waits until the scan of a commit has started. The git server holds it back. */
const untilScanned = async (headSha: string) =>
  vi.waitFor(
    async () => {
      const check = await checkRow(headSha)
      const scan = check?.head_scan_id ? await scanRow(check.head_scan_id) : undefined
      expect(scan?.status).toBe('scanning')
      return check?.head_scan_id ?? ''
    },
    { timeout: 60_000, interval: 200 },
  )

describe('a check', () => {
  it(
    'of 130 findings annotates all of them, 50 a request and the worst first, and only lines of the change',
    { timeout: 120_000 },
    async () => {
      const { repository, base, head } = pullOf('many', projectWith({}), projectWith(manyPackages(130)))
      await app.sendPullRequest(repository, { head, base })
      const run = await app.run(head, undefined, 100_000)
      expect(run).toMatchObject({
        conclusion: 'failure',
        output: { title: expect.stringContaining('130 new findings') },
      })
      expect(run.annotations).toHaveLength(130)
      expect(new Set(run.annotations.map(({ path }) => path))).toEqual(new Set(['package-lock.json']))
      const levels = run.annotations.map(({ annotation_level: level }) =>
        ['failure', 'warning', 'notice'].indexOf(level),
      )
      expect(levels).toEqual(levels.toSorted())
      expect(run.output.summary).toContain('130 new findings are annotated.')
    },
  )

  it('counts what lies outside of the change instead of annotating it', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf('outside', projectWith({}), projectWith(flawed))
    app.compare(repository, base, head, [{ filename: 'README.md', patch: '@@ -0,0 +1,1 @@\n+hello' }])
    await app.sendPullRequest(repository, { head, base })
    const run = await app.run(head)
    expect(run).toMatchObject({ conclusion: 'failure', annotations: [] })
    expect(run.output.summary).toContain('\n\nNot annotated: 1 outside the changed lines.')
  })

  it('of 200 findings has 20 rows, and the report has the rest', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf('long', projectWith({}), projectWith(manyPackages(200)))
    await app.sendPullRequest(repository, { head, base })
    const {
      output: { summary = '' },
    } = await app.run(head, undefined, 100_000)
    expect(Buffer.byteLength(summary)).toBeLessThan(65_535)
    expect(summary).not.toContain('\u{FFFD}')
    expect(summary).toMatch(/180 more findings are in the \[full report\]/)
    expect(summary).toContain('[Full report](<')
  })

  it(
    'is made anew when somebody asks for its run or its suite again: as another run, from scans that reuse nothing',
    { timeout: 150_000 },
    async () => {
      const { repository, base, head } = pullOf('again', projectWith({}), projectWith(flawed))
      await app.sendPullRequest(repository, { head, base })
      const first = await app.run(head)
      const about = { head_sha: head, app: { id: Number(app.github.appId) } }
      const common = { action: 'rerequested', repository: repository.payload(), installation: repository.installation }
      await app.send('check_run', { ...common, check_run: { ...about, id: first.id } })
      const second = await app.run(head, (run) => run.id !== first.id && run.status === 'completed')
      await app.send('check_suite', { ...common, check_suite: about })
      const third = await app.run(
        head,
        (run) => run.id !== second.id && run.id !== first.id && run.status === 'completed',
      )
      expect(runsOf(head)).toHaveLength(3)
      for (const run of [first, second, third])
        expect(run).toMatchObject({ conclusion: 'failure', output: { title: first.output.title } })
      expect(new Set([first, second, third].map(({ externalId }) => externalId)).size).toBe(3)
      expect(first.history.filter((entry) => entry.startsWith('completed'))).toHaveLength(1)
      for (const run of [second, third])
        expect(await scanRow(scanOf(run))).toMatchObject({ status: 'completed', cached: false, force: true })
      await app.send('check_run', { ...common, check_run: { ...about, app: { id: 1 } } })
      await app.send('check_suite', { ...common, check_suite: { ...about, app: { id: 1 } } })
      await settled()
      expect(runsOf(head)).toHaveLength(3)
    },
  )

  it('of a commit that is asked for again and not known is made', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf('lost', projectWith(flawed), projectWith(flawed))
    await app.send('check_run', {
      action: 'rerequested',
      check_run: {
        id: 1,
        head_sha: head,
        app: { id: Number(app.github.appId) },
        pull_requests: [{ number: 4, base: { sha: base, ref: 'main' } }],
        check_suite: { head_branch: 'feature' },
      },
      repository: repository.payload(),
      installation: repository.installation,
    })
    expect(await app.run(head)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 existing') },
    })
  })
})

/** Waits until every stored delivery has been processed. */
const settled = () =>
  vi.waitFor(
    async () => {
      const [waiting] = await app.withDatabase(
        (sql) => sql<{ count: number }[]>`select count(*)::int as count from github_deliveries where ended_at is null`,
      )
      expect(waiting?.count).toBe(0)
    },
    { timeout: 60_000, interval: 200 },
  )

describe('a pull request', () => {
  it(
    'whose branch is pushed over while it is scanned ends the older scan and check, and is checked at its new commit',
    { timeout: 150_000 },
    async () => {
      const { repository, base, head } = pullOf('forced', projectWith({}), projectWith(flawed))
      app.held.add(head)
      const openedAt = new Date(Date.now() - 10_000)
      await app.sendPullRequest(repository, { head, base, updatedAt: openedAt })
      const scanId = await untilScanned(head)
      const newer = repository.git.commit(projectWith({}, { 'README.md': 'no flaw' }), {
        refs: ['refs/heads/feature'],
        parents: [base],
      })
      app.compare(repository, base, newer)
      await app.sendPullRequest(repository, {
        action: 'synchronize',
        head: newer,
        base,
        updatedAt: new Date(openedAt.getTime() + 5_000),
      })
      expect(await app.run(newer)).toMatchObject({ conclusion: 'success' })
      expect(await app.run(head)).toMatchObject({
        conclusion: 'neutral',
        output: { title: expect.stringContaining(newer.slice(0, 10)) },
      })
      expect(await scanRow(scanId)).toMatchObject({ status: 'failed', error_code: 'CANCELLED' })
      // A late event for the older commit changes nothing.
      await app.sendPullRequest(repository, { head, base, updatedAt: openedAt })
      await settled()
      expect(runsOf(head)).toHaveLength(1)
      expect(await checkRow(newer)).toMatchObject({ state: 'completed' })
      app.held.delete(head)
      // If the older commit is pushed again, it is checked.
      await app.sendPullRequest(repository, { action: 'synchronize', head, base, updatedAt: new Date() })
      expect(await app.run(head, (run) => run.conclusion === 'failure')).toMatchObject({
        annotations: [{ path: 'package-lock.json' }],
      })
      expect(runsOf(head)).toHaveLength(2)
    },
  )

  it('that is closed while it is scanned ends the scan, neither good nor bad', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf('closed', projectWith({}), projectWith(flawed))
    app.held.add(head)
    await app.sendPullRequest(repository, { head, base })
    const scanId = await untilScanned(head)
    await app.sendPullRequest(repository, { action: 'closed', head, base })
    expect(await app.run(head)).toMatchObject({
      conclusion: 'neutral',
      output: { title: expect.stringContaining('was closed') },
    })
    expect(await scanRow(scanId)).toMatchObject({ status: 'failed', error_code: 'CANCELLED' })
  })

  it('that is a draft is checked when it is ready', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf('draft', projectWith({}), projectWith({}))
    await app.sendPullRequest(repository, { head, base, draft: true })
    await settled()
    expect(runsOf(head)).toHaveLength(0)
    await app.sendPullRequest(repository, { action: 'ready_for_review', head, base })
    expect(await app.run(head)).toMatchObject({ conclusion: 'success' })
  })

  it('in a merge queue is checked against the branch', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf(
      'queue',
      projectWith(flawed),
      projectWith({ ...flawed, 'many-0': '1.0.0' }),
    )
    await app.send('merge_group', {
      action: 'checks_requested',
      merge_group: {
        head_sha: head,
        base_sha: base,
        head_ref: 'refs/heads/gh-readonly-queue/main/pr-1',
        base_ref: 'refs/heads/main',
      },
      repository: repository.payload(),
      installation: repository.installation,
    })
    expect(await app.run(head)).toMatchObject({
      conclusion: 'failure',
      output: { title: expect.stringMatching(/1 new critical finding; 1 existing/) },
    })
  })

  it(
    'without anything to scan, or at a commit that is gone, is neither good nor bad, and says why',
    { timeout: 180_000 },
    async () => {
      const nothing = pullOf('nothing', { 'README.md': 'one' }, { 'README.md': 'two' })
      await app.sendPullRequest(nothing.repository, nothing)
      const gone = pullOf('gone', projectWith({}), projectWith({}))
      const head = '5'.repeat(40)
      app.compare(gone.repository, gone.base, head)
      await app.sendPullRequest(gone.repository, { ...gone, head })
      expect(await app.run(nothing.head)).toMatchObject({
        conclusion: 'neutral',
        output: { title: expect.stringMatching(/^Not scanned: /) },
      })
      // For a minute, the service assumes that the commit may still appear.
      expect(await app.run(head, undefined, 150_000)).toMatchObject({
        conclusion: 'neutral',
        output: { title: expect.stringMatching(/^Not scanned: /) },
      })
    },
  )

  it('that was not analyzed completely is neither good nor bad', { timeout: 120_000 }, async () => {
    // A manifest that no lockfile covered before. Removing a lockfile is a separate failure
    // (unreadable-changes.test.ts).
    const unlocked = {
      'tools/package.json': JSON.stringify({ name: 'tools', version: '1.0.0', dependencies: { left: '^1.0.0' } }),
    }
    const { repository, base, head } = pullOf('partial', projectWith({}), projectWith({}, unlocked))
    await app.sendPullRequest(repository, { head, base })
    expect(await app.run(head)).toMatchObject({
      conclusion: 'neutral',
      output: { title: expect.stringContaining('Incomplete coverage') },
    })
  })

  it(
    'whose base cannot be scanned fails for nothing, since it is not known what it brings',
    { timeout: 180_000 },
    async () => {
      const { repository, head } = pullOf('baseless', projectWith({}), projectWith(flawed))
      const base = '6'.repeat(40)
      app.compare(repository, base, head)
      await app.sendPullRequest(repository, { head, base })
      const run = await app.run(head, undefined, 150_000)
      expect(run).toMatchObject({ conclusion: 'neutral', annotations: [] })
      expect(run.output.summary).toContain('could not be scanned, so Assay cannot determine which findings are new')
    },
  )
})

const suppression = 'suppressions:\n  - rule: vulnerable-dependency\n    reason: "not reachable"\n'

describe('settings and suppressions', () => {
  it('of a pull request by a writer count, and are reported as added', { timeout: 120_000 }, async () => {
    const { repository, base, head } = pullOf(
      'writer',
      projectWith({}),
      projectWith(flawed, { '.github/assay.yml': suppression }),
    )
    await app.sendPullRequest(repository, { head, base })
    const run = await app.run(head)
    expect(run).toMatchObject({ conclusion: 'success', output: { title: expect.stringContaining('1 suppressed') } })
    expect(run.output.summary).toContain('Suppressions added by this pull request')
    expect(run.output.summary).toContain('not reachable')
  })

  it(
    'of a fork do not count and are told as refused; nothing of ours goes to the fork',
    { timeout: 120_000 },
    async () => {
      const { repository, base, head } = pullOf(
        'forked',
        projectWith({}),
        projectWith(flawed, { '.github/assay.yml': suppression }),
      )
      await app.sendPullRequest(repository, { head, base, isFork: true })
      const run = await app.run(head)
      expect(run).toMatchObject({ conclusion: 'failure' })
      expect(run.output.summary).toContain('Suppressions in this pull request that have no effect')
      expect(run.output.summary).toContain('suppressions from a fork have no effect')
      // The commit is read from the public repository itself, without a token.
      expect(app.gitRequests.filter(({ authorization }) => authorization !== undefined)).toEqual([])
    },
  )

  it(
    'of a fork do not count when its suite is asked for again and names no pull request',
    { timeout: 120_000 },
    async () => {
      const { repository, head } = pullOf(
        'forked-suite',
        projectWith({}),
        projectWith(flawed, { '.github/assay.yml': suppression }),
      )
      // For a fork's commit, GitHub's check suite contains neither a branch nor a pull request.
      const suite = { head_sha: head, head_branch: null, pull_requests: [], app: { id: Number(app.github.appId) } }
      await app.send('check_suite', {
        action: 'rerequested',
        check_suite: suite,
        repository: repository.payload(),
        installation: repository.installation,
      })
      const run = await app.run(head)
      expect(run).toMatchObject({ conclusion: 'failure' })
      expect(run.output.summary).toContain('suppressions from a fork have no effect')
    },
  )

  it('are those of the base, whatever the head makes of them', { timeout: 120_000 }, async () => {
    const lenient = 'failOn: critical\nrules:\n  vulnerable-dependency: off\npaths:\n  exclude: ["**"]\n'
    const strict = pullOf(
      'strict',
      projectWith({}, { 'assay.yml': 'failOn: medium\n' }),
      projectWith({ 'many-2': '1.0.0' }, { 'assay.yml': lenient }),
    )
    const mild = pullOf(
      'mild',
      projectWith({}, { '.github/assay.yml': 'failOn: critical\n' }),
      projectWith({ 'many-1': '1.0.0' }, { '.github/assay.yml': 'failOn: low\n' }),
    )
    const off = pullOf(
      'off',
      projectWith({}, { 'assay.yml': 'rules:\n  vulnerable-dependency: off\n' }),
      projectWith(flawed),
    )
    for (const pull of [strict, mild, off]) await app.sendPullRequest(pull.repository, pull)
    expect(await app.run(strict.head)).toMatchObject({
      conclusion: 'failure',
      output: { title: expect.stringContaining('1 new medium finding') },
    })
    expect(await app.run(mild.head)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 new high finding') },
    })
    expect(await app.run(off.head)).toMatchObject({
      conclusion: 'success',
      output: { title: expect.stringContaining('1 suppressed') },
    })
  })

  it('with mistakes, expired ones, and unused ones are reported', { timeout: 120_000 }, async () => {
    const before =
      `suppressions:\n  - rule: vulnerable-dependency\n    reason: for a while\n    expires: 2020-01-31\n  - ` +
      `fingerprint: "${'ab'.repeat(16)}"\n    reason: long gone\n`
    const { repository, base, head } = pullOf(
      'mistakes',
      projectWith({}, { '.github/assay.yml': before }),
      projectWith(flawed, { '.github/assay.yml': `failOn: high\nfailsOn: low\n${before}` }),
    )
    await app.sendPullRequest(repository, { head, base })
    const run = await app.run(head)
    expect(run).toMatchObject({
      conclusion: 'failure',
      output: { title: expect.stringContaining('1 mistake in the project settings') },
    })
    const { summary = '' } = run.output
    expect(summary).toMatch(/`\.github\/assay\.yml:2:1`/)
    expect(summary).toContain('Expired suppressions')
    expect(summary).toContain('for a while')
    expect(summary).toContain('Unused suppressions')
    expect(summary).toContain('long gone')
  })
})
