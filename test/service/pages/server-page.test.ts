import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { registrySignals } from '../../../src/service/db/registry/tools-schema.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { publicationLimits } from '../../../src/engine/reports/publication-limits.ts'
import { registryAccount } from '../../../src/engine/model/registry-account.ts'
import { visitorsAccount } from '../../../src/engine/model/visitors-account.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { enterStored, projectFacts, scannedTool, storeScan } from '../registry/entered-scan.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { expectInert, hostile, shown } from './hostile.ts'

const api = await testApi()
const { db, sql } = api
const { accountId } = await api.account('whoever-scans')
const read = (path: string) => api.anonymous('GET', path)

const trace = [
  { path: 'src/tool.ts', line: 12, message: 'path comes in as an argument' },
  { path: 'src/tool.ts', line: 31, message: 'a file of that name is opened' },
]
const inCode = (parts: Partial<Finding>) =>
  storedFinding({
    ruleId: 'path-traversal',
    category: 'code',
    severity: 'medium',
    precision: 'high',
    title: 'The tool read_note opens what it is told',
    location: { path: 'src/tool.ts', startLine: 31, snippet: 'readFile(join(notes, path))\nreturn text' },
    trace,
    fingerprint: randomUUID(),
    id: randomUUID(),
    ...parts,
  })

/** A server with these versions and their findings. The last version is the current one. */
async function entered(
  name: string,
  versions: readonly {
    readonly version: string
    readonly findings?: readonly Finding[]
    readonly tools?: readonly ReturnType<typeof scannedTool>[]
    readonly completedAt?: Date
  }[],
): Promise<string> {
  for (const { version, ...scan } of versions) {
    const id = await storeScan(db, accountId, {
      source: { type: 'npm', canonicalUrl: `https://www.npmjs.com/package/${name}`, revision: version },
      facts: projectFacts(),
      ...scan,
    })
    await enterStored(db, id, version)
  }
  return `/servers/npm-${name}`
}

const today = new Date()

describe('the page of a server', () => {
  it('begins with what to do about its worst finding, or says that it found nothing serious', async () => {
    const beginning = async (name: string, findings: readonly Finding[]) => {
      const path = await entered(name, [{ version: '2.9.6', findings }])
      return shown((await read(path)).text.split('id="score"', 1)[0] ?? '')
    }
    expect(
      await beginning('serious', [
        inCode({ severity: 'low', title: 'Something small' }),
        inCode({ severity: 'critical', title: 'Command injection in tool exec', remediation: 'Use execFile.' }),
      ]),
    ).toContain('Do not install 2.9.6 : command injection in tool exec . Assay knows no better current version')
    // A critical finding of a development dependency does not affect users, and the high findings do.
    const { component, ...worst } = dependencyFinding('GHSA-wwww-wwww-wwww', { severity: 'critical', precision: 'low' })
    const others = Array.from({ length: 10 }, (_, index) =>
      inCode({ severity: index < 6 ? 'high' : 'medium', title: `Other ${index}` }),
    )
    const mixed = await beginning('mixed', [
      { ...worst, ...(component && { component: { ...component, dev: true } }) },
      ...others,
    ])
    expect(mixed).toMatch(/Do not install 2\.9\.6 : other \d \./)
    const development = await beginning('development', [
      { ...worst, ...(component && { component: { ...component, dev: true } }) },
      inCode({ severity: 'low' }),
    ])
    expect(development).toContain(
      'Review 2.9.6 before you install it: example 1.0.0: a flaw in its dependency a 1.0.0 .',
    )
    expect(development).toContain('This finding affects only development dependencies.')
    // A critical vulnerability whose code does not run does not hide a high finding.
    const idle = dependencyFinding('GHSA-iiii-iiii-iiii', {
      id: 'idle',
      severity: 'critical',
      reachability: { status: 'not-loaded' },
    })
    expect(await beginning('running', [inCode({ severity: 'high', title: 'Other' }), idle])).toMatch(
      /Do not install 2\.9\.6 : other \./,
    )
    const notRunning = await beginning('idle', [inCode({ severity: 'low' }), idle])
    expect(notRunning).toContain(
      'Review 2.9.6 before you install it: example 1.0.0: a flaw in its dependency a 1.0.0 .',
    )
    expect(notRunning).toContain('The project does not run the vulnerable code.')
    expect(shown((await read('/servers/npm-idle')).text)).toContain('Why 88 100 points minus 12 for findings')
    expect(await beginning('unsure', [inCode({ severity: 'high', precision: 'low' })])).toContain(
      'Do not install 2.9.6 without reading its findings: the tool read_note opens what it is told .',
    )
    expect(await beginning('middling', [inCode({})])).toContain(
      'Review 2.9.6 before you install it: the tool read_note opens what it is told .',
    )
    const clean = await beginning('harmless', [inCode({ severity: 'low' })])
    expect(clean).toContain('Assay found nothing above low severity in 2.9.6 . This does not prove')
    expect(clean).not.toContain('Do not install')
  })

  it('is linked from the report of an earlier version, with the grade of the current one', async () => {
    await entered('advanced', [
      { version: '2.9.6', findings: [inCode({ severity: 'critical' })] },
      { version: '4.1.7' },
    ])
    const reports = await sql<{ id: string; revision: string }[]>`
      select id, source->>'revision' as revision from scans
      where source->>'canonicalUrl' = 'https://www.npmjs.com/package/advanced'`
    expect(reports).toHaveLength(2)
    for (const { id, revision } of reports) {
      const { text } = await read(`/scan/${id}`)
      expect(text, revision).toContain('<a href="/servers/npm-advanced">')
      expect(shown(text).includes('A+ for version 4.1.7'), revision).toBe(revision === '2.9.6')
    }
  })

  it('shows grade, score, history, findings, tools, and tool changes', async () => {
    const path = await entered('noted', [
      { version: '1.0.0', tools: [scannedTool('add', { description: 'Adds.' })] },
      {
        version: '1.1.0',
        tools: [
          scannedTool('add', { description: 'Adds.' }),
          scannedTool('run', { description: 'Runs what it is told.', capabilities: ['executes-commands'] }),
        ],
        findings: [
          inCode({}),
          dependencyFinding('GHSA-aaaa-bbbb-cccc', { id: 'd', fingerprint: 'd', severity: 'low' }),
        ],
      },
    ])
    const { status, text, headers } = await read(path)
    expect(status).toBe(200)
    const expectWords = async (tab: string, expected: readonly string[]) => {
      const answer = tab === '' ? text : (await read(`${path}/${tab}`)).text
      expect(answer.match(/<h1[ >]/g), tab).toHaveLength(1)
      for (const word of expected) expect(shown(answer), word).toContain(word)
      return answer
    }
    await expectWords('', [
      'Grade A',
      '90 of 100',
      'Why 90',
      '100 points minus 10',
      'medium 1 finding 8 98 Grade A+',
      'The tool read_note opens what it is told',
      'runs commands',
      'Last change on',
      '100 → 90, code changed',
      '1 change from 1.0.0 to 1.1.0',
      'No quality data yet',
    ])
    await expectWords('findings', [
      'The tool read_note opens what it is told',
      'path comes in as an argument',
      'readFile(join(notes, path))',
      'src/tool.ts:31',
      'GHSA-aaaa-bbbb-cccc',
      'fixed in 1.0.1',
    ])
    await expectWords('tools', ['Commands', 'run yes', 'added tool run', '1.0.0 → 1.1.0'])
    await expectWords('versions', ['1.1.0 scored Grade A 90', '1.0.0 Grade A+ 100', '100, first scan'])
    const badge = await expectWords('badge', ['assay-claim.txt', `GET /api/v1${path}/vulnerabilities`])
    expect(badge).toContain(`[![assay](https://assay.example${path}/badge.svg)](https://assay.example${path})`)
    const history = await expectWords('history', ['code changed', 'first scan'])
    expect(history).toMatch(
      /<svg class="plot"[^>]* role="img" aria-label="Scores from [^"]*first score 100, current score 90/,
    )
    expect(history.match(/class="mark-(?:first|code)" transform/g)).toHaveLength(2)
    expect(text).toMatch(/<svg class="plot sparkline"[^>]*aria-label="Score since [^"]*: first 100, now 90"/)
    expect(text).toContain(`<link rel="canonical" href="https://assay.example${path}"`)
    expect(headers.get('x-robots-tag')).toBeNull()
  })

  it('has tabs with their own URLs, marks the open one, and redirects earlier links to findings', async () => {
    const path = await entered('tabbed', [{ version: '1.0.0' }])
    for (const tab of ['', '/findings', '/tools', '/dependencies', '/versions', '/history', '/badge']) {
      const { status, text } = await read(`${path}${tab}`)
      expect(status, tab).toBe(200)
      expect(text).toContain(`<a href="${path}${tab}" aria-current="page">`)
      expect(text.match(/<nav class="tabs"[^]*?<\/nav>/)?.[0].match(/aria-current/g)).toHaveLength(1)
      expect(text).toContain(`<link rel="canonical" href="https://assay.example${path}${tab}"`)
    }
    const earlier = await fetch(`${api.address}${path}?severity=high&page=2`, { redirect: 'manual' })
    expect([earlier.status, earlier.headers.get('location')]).toEqual([308, `${path}/findings?severity=high&page=2`])
    expect((await api.anonymous('POST', `${path}/findings`)).status).toBe(405)
    expect((await read(`${path}/nothing`)).status).toBe(404)
  })

  it('links to the signed receipt only if it exists', async () => {
    const path = await entered('receipted', [{ version: '1.0.0' }])
    const receipt = `href="/api/v1${path}/receipt"`
    // No receipt exists with an invalid digest.
    expect((await read(path)).text).not.toContain(receipt)
    await sql`update registry_revisions set digest = 'sha512-AAAA'
      where source_id = (select id from registry_sources where name = 'receipted')`
    expect((await read(path)).text).toContain(receipt)
    expect((await read(`/api/v1${path}/receipt`)).status).toBe(200)
    await sql`update registry_sources set current_revision = '1.1.0' where name = 'receipted'`
    expect((await read(path)).text).not.toContain(receipt)
    expect((await read(`/api/v1${path}/receipt`)).status).toBe(409)
  })

  it('shows when a score changed without a scan', async () => {
    const path = await entered('rescored', [{ version: '1.0.0', completedAt: new Date('2026-02-03T04:05:00.000Z') }])
    const rescored = async (changedAt: string | null) => sql`
      insert into registry_history (server_id, number, scan_id, scanned_at, security_score, grade, vulnerabilities,
      version, cause, method, changed_at)
      select server_id, number + 1, scan_id, scanned_at, 40, 'D', vulnerabilities, version, 'advisory', method,
      ${changedAt} from registry_history where server_id = (select id from registry_servers
      where slug = 'npm-rescored') order by number desc limit 1`
    await rescored('2026-05-06T07:08:00.000Z')
    const { text } = await read(`${path}/history`)
    const history = text.slice(text.indexOf('id="history"'))
    const rows = history.split('<tr>').filter((row) => row.includes('data-label="Date"'))
    expect(rows.map((row) => /data-label="Date">([^<]+)</.exec(row)?.[1])).toEqual([
      '6 May 2026 at 07:08 UTC',
      '3 February 2026 at 04:05 UTC',
    ])
    const plotted = [.../class="mark-[a-z]+" transform="translate\(([\d.]+)/g[Symbol.matchAll](history)].map(([, x]) =>
      Number(x),
    )
    expect(plotted[1]).toBeGreaterThan((plotted[0] ?? 0) + 100)
  })

  it('links to the report of the current score while it is public', async () => {
    const path = await entered('reported', [{ version: '1.0.0' }, { version: '1.1.0', findings: [inCode({})] }])
    const link = async () =>
      /<a href="(\/scan\/[^"]+)" rel="nofollow">Scan report<\/a>/.exec((await read(path)).text)?.[1]
    const report = (await link()) ?? ''
    expect(shown((await read(report)).text)).toMatch(/reported@1\.1\.0.*The tool read_note opens what it is told/)
    const scanId = report.slice('/scan/'.length)
    await sql`update scans set is_private = true where id = ${scanId}`
    expect(await link()).toBeUndefined()
    await sql`delete from scans where id = ${scanId}`
    expect([await link(), (await read(path)).status]).toEqual([undefined, 200])
  })

  it('shows that no scan was complete, and links to the latest public report', async () => {
    const npm = { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/in-part', revision: '1.0.0' } as const
    const partial = { source: npm, coverage: { gaps: ['A file could not be read.'] } }
    const ids = await Promise.all(
      [visitorsAccount, registryAccount].map(async ({ id, name }) => {
        await sql`insert into accounts (id, name, plan, webhook_secret_sealed)
            select ${id}, ${name}, plan, webhook_secret_sealed from accounts where id = ${accountId}
            on conflict do nothing`
        return id
      }),
    )
    const earlier = await storeScan(db, ids[0] ?? '', partial)
    await enterStored(db, earlier, '1.0.0')
    const latest = await storeScan(db, ids[1] ?? '', partial)
    // A later scan of an account.
    await storeScan(db, accountId, partial)
    const page = async () => (await read('/servers/npm-in-part')).text
    const link = async () =>
      /<a href="\/scan\/([^"]+)" rel="nofollow">Report of the latest incomplete scan/.exec(await page())?.[1]
    expect(shown(await page())).not.toMatch(/not scanned yet/i)
    expect(await page()).toContain('<span>no complete scan</span>')
    expect(await link()).toBe(latest)
    for (const [kept, given] of [
      [sql`is_private = true`, sql`is_private = false`],
      [sql`source = source || '{"isInternal": true}'`, sql`source = source - 'isInternal'`],
      [sql`source = source || '{"isPrivate": true}'`, sql`source = source - 'isPrivate'`],
    ] as const) {
      await sql`update scans set ${kept} where id = ${latest}`
      expect(await link()).toBe(earlier)
      await sql`update scans set ${given} where id = ${latest}`
    }
    expect(await link()).toBe(latest)
    // Reports of another version, and of the next version, which is not the current one yet.
    for (const revision of ['0.9.0', '2.0.0'])
      await storeScan(db, ids[0] ?? '', { ...partial, source: { ...npm, revision } })
    await storeScan(db, ids[1] ?? '', { source: { ...npm, revision: '0.9.1' } })
    expect(await link()).toBe(latest)
    const whole = await storeScan(db, ids[1] ?? '', { source: npm })
    expect(await link()).toBeUndefined()
    await sql`update scans set source = source || '{"isInternal": true}'
        where id in (${whole}, ${latest}, ${earlier})`
    expect(await link()).toBeUndefined()
    for (const path of ['/', '/stats', '/servers/npm-in-part/badge.svg']) {
      const { text } = await read(path)
      expect(text, path).toMatch(/no complete scan/i)
      expect(text, path).not.toMatch(/not scanned yet/i)
    }
  })

  it('withholds code and data flow of severe findings for 90 days, and shows only the rule of secrets', async () => {
    const findings = [
      inCode({ ruleId: 'command-injection', severity: 'critical', title: 'how it is done', message: 'told later' }),
      storedFinding({
        id: 's',
        ruleId: 'leaked-token',
        category: 'secret',
        severity: 'high',
        title: 'their token',
        location: { path: 'config.json', startLine: 3, snippet: 'tok…' },
        fingerprint: 's',
      }),
    ]
    const freshPath = await entered('fresh', [{ version: '1.0.0', findings, completedAt: today }])
    const fresh = (await read(freshPath)).text + (await read(`${freshPath}/findings`)).text
    for (const untold of [
      'how it is done',
      'told later',
      'readFile(',
      'path comes in',
      'config.json',
      'their token',
      'tool.ts:31',
    ])
      expect(fresh, untold).not.toContain(untold)
    expect(shown(fresh)).toContain('Command injection: untrusted input reaches a shell')
    const oldPath = await entered('older', [
      {
        version: '1.0.0',
        findings,
        completedAt: new Date(today.getTime() - publicationLimits.embargoMs - 60_000),
      },
    ])
    const old = (await read(oldPath)).text + (await read(`${oldPath}/findings`)).text
    expect(old).toContain('how it is done')
    for (const untold of ['config.json', 'their token']) expect(old, untold).not.toContain(untold)
  })

  it('filters findings and shows them page by page', async () => {
    const path = await entered('many', [
      {
        version: '1.0.0',
        findings: [
          ...Array.from({ length: 30 }, (_, number) => inCode({ title: `code number ${number}` })),
          dependencyFinding('GHSA-aaaa-bbbb-cccc', { id: 'd', fingerprint: 'd', severity: 'low' }),
        ],
      },
    ])
    const cards = (text: string) => (text.match(/<article class="finding"/g) ?? []).length
    expect([
      cards((await read(`${path}/findings`)).text),
      cards((await read(`${path}/findings?page=3`)).text),
      cards((await read(`${path}/findings?severity=low`)).text),
      cards((await read(`${path}/findings?category=secret`)).text),
    ]).toEqual([12, 7, 1, 0])
    expect((await read(`${path}/findings?severity=%00&category=x&page=-3&group=%00`)).status).toBe(200)
  })

  it('shows findings that one change fixes below one heading, each with its card', async () => {
    const findings = Array.from({ length: 5 }, (_, index) =>
      dependencyFinding(`GHSA-000${index}-bbbb-cccc`, {
        id: `d${index}`,
        fingerprint: String(index),
        title: `a 1.0.0: flaw ${index}`,
      }),
    )
    const path = await entered('grouped', [{ version: '1.0.0', findings }])
    const list = (await read(`${path}/findings`)).text.split('id="findings"', 2)[1] ?? ''
    expect(shown(list)).toContain('high a 1.0.0: 5 known vulnerabilities Upgrade a to 1.0.1 or later.')
    expect(shown(list)).toContain('GHSA-0000-bbbb-cccc flaw 0')
    expect(shown(list)).toContain('and 1 more All 5 findings with details')
    expect(list).not.toContain('<article')
    const address = /<a href="([^"]+)">All 5 findings/.exec(list)?.[1] ?? ''
    const group = (await read(address)).text
    expect(shown(group)).toContain('All findings high a 1.0.0: 5 known vulnerabilities')
    expect(group.match(/<article class="finding" id="finding-\d"><h3>/g)).toHaveLength(5)
  })

  it('shows findings in many places as one entry, and their places page by page', async () => {
    const findings = Array.from({ length: 17 }, (_, index) =>
      inCode({ title: 'Path traversal in tool "read"', location: { path: 'src/a.ts', startLine: index + 1 } }),
    )
    const path = await entered('repeated', [{ version: '1.0.0', findings }])
    const list = (await read(`${path}/findings`)).text
    expect(shown(list)).toContain('Path traversal in tool "read" (17 findings)')
    expect(list.match(/<section class="finding group"/g)).toHaveLength(1)
    const address = /<a href="([^"]+)">All 17 findings/.exec(list)?.[1] ?? ''
    const pages = await Promise.all([1, 2, 3].map(async (page) => (await read(`${address}&page=${page}`)).text))
    const lines = pages.map((text) => [...text.matchAll(/src\/a\.ts:(\d+)/g)].map(([, line]) => Number(line)))
    expect(lines.map(({ length }) => length)).toEqual([8, 8, 1])
    expect(lines.flat().toSorted((one, other) => one - other)).toEqual(findings.map((_, index) => index + 1))
  })

  it('cuts long texts in the list of findings, and links to the complete ones', async () => {
    const path = await entered('lengthy', [
      { version: '1.0.0', findings: [inCode({ message: `${'word '.repeat(200)}end of the text` })] },
    ])
    const list = (await read(`${path}/findings`)).text
    expect(list).not.toContain('end of the text')
    const address = /<a href="([^"]+)">Complete text/.exec(list)?.[1] ?? ''
    expect((await read(address)).text).toContain('end of the text')
  })

  it('shows everything hostile as text: name, description, tools, code, paths, packages, and signals', async () => {
    const tools = [
      scannedTool(hostile, {
        title: hostile,
        description: hostile,
        path: hostile,
        parameters: [{ name: hostile, type: hostile, description: hostile }],
        annotations: { [hostile]: true },
      }),
    ]
    const findings = [
      inCode({
        title: hostile,
        message: hostile,
        location: { path: hostile, startLine: 1, snippet: `${hostile}\r${hostile}\u2028${'x'.repeat(1_000_000)}` },
        trace: [{ path: hostile, line: 1, message: hostile }],
        remediation: hostile,
        cwe: [hostile],
      }),
      dependencyFinding('GHSA-aaaa-bbbb-cccc', {
        id: 'd',
        fingerprint: 'd',
        title: hostile,
        component: {
          purl: 'pkg:npm/x@1',
          name: hostile,
          version: hostile,
          ecosystem: 'npm',
          direct: false,
          dev: false,
          introducedBy: [{ manifest: 'm', path: ['a', hostile, 'b'] }],
        },
        advisory: { id: hostile, aliases: [hostile], url: 'javascript:alert(3)', fixedVersion: hostile },
      }),
    ]
    const path = await entered('hostile', [
      { version: '1.0.0', tools: [] },
      { version: hostile, findings, tools },
    ])
    const slug = path.slice('/servers/'.length)
    await sql`update registry_servers set name = ${hostile}, description = ${hostile},
      language = ${hostile.slice(0, 40)} where slug = ${slug}`
    const [server] = await sql<{ id: string }[]>`select id from registry_servers where slug = ${slug}`
    await db.insert(registrySignals).values([
      {
        serverId: server?.id ?? '',
        signal: 'licence',
        value: hostile,
        score: 1,
        source: hostile,
        measuredAt: today,
        failure: null,
      },
    ])
    for (const tab of ['', '/findings', '/tools', '/dependencies', '/versions', '/history', '/badge']) {
      const { status, text } = await read(`${path}${tab}`)
      expect(status).toBe(200)
      expectInert(text)
      expect(text.length, tab).toBeLessThan(200_000)
    }
  })

  it('lists similar names and tools of other servers, and hides the section without any', async () => {
    const description = `Moves what stands on one shelf to another, and tells which place it has then. ${hostile}`
    const shelf = (name: string) => scannedTool(name, { description })
    const path = await entered('shelf-mover', [
      { version: '1.0.0', tools: [shelf('move_shelf'), scannedTool('count_shelves')] },
    ])
    await entered('shelf_mover', [{ version: '1.0.0', tools: [shelf('move_shelf')] }])
    await entered('shelver', [{ version: '1.0.0', tools: [scannedTool('countShelves')] }])
    await sql`update registry_servers set name = ${hostile} where slug = 'npm-shelver'`
    const { text } = await read(`${path}/tools`)
    const words = shown(text.slice(text.indexOf('id="lookalikes"')))
    expect(words).toMatch(
      new RegExp(
        'shelf_mover : same name with a different spelling .* tool move_shelf : identical definition\\. ' +
          'Also in shelf_mover \\.',
      ),
    )
    expect(words).toMatch(
      new RegExp(
        String.raw`tool count_shelves : similar name, so one tool shadows the other if both servers are ` +
          String.raw`installed\. Also in <script>alert\(1\)<\/script>.* as countShelves \.`,
      ),
    )
    expectInert(text)
    const alone = await entered('alone', [{ version: '1.0.0' }])
    expect((await read(`${alone}/tools`)).text).not.toContain('id="lookalikes"')
  })

  it('redirects the slug of a merged server', async () => {
    const elder = serverRow('elder', { slug: 'npm-elder' })
    await insertServers(db, [elder])
    await insertServers(db, [
      serverRow('younger', { slug: 'npm-younger', mergedInto: elder.id }),
      serverRow('hidden', { slug: 'npm-hidden', hiddenAt: today }),
    ])
    const answer = await fetch(`${api.address}/servers/npm-younger`, { redirect: 'manual' })
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/servers/npm-elder'])
    expect((await read('/servers/npm-hidden')).status).toBe(404)
  })

  it.each(['nothing', '%00', '%ff', '<script>', 'a'.repeat(1_500), '..%2f..%2fetc'])(
    'returns 404 for %s',
    async (slug) => {
      const { status, text } = await read(`/servers/${slug}`)
      expect(status).toBe(404)
      expectInert(text, { isShown: false })
    },
  )
})
