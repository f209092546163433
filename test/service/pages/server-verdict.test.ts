import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { enterStored, projectFacts, scannedTool, storeScan } from '../registry/entered-scan.ts'
import { dependencyFinding, storedFinding } from '../../support/findings.ts'
import { testApi } from '../../support/test-api.ts'
import { shown } from './hostile.ts'

const api = await testApi()
const { db, sql } = api
const { accountId } = await api.account('owner')

const injection = (parts: Partial<Finding> = {}) =>
  storedFinding({
    ruleId: 'command-injection',
    category: 'code',
    severity: 'critical',
    precision: 'high',
    title: 'Command injection in tool "exec_in_pod"',
    fingerprint: randomUUID(),
    id: randomUUID(),
    ...parts,
  })

interface Version {
  readonly version: string
  readonly findings?: readonly Finding[]
  readonly tools?: readonly ReturnType<typeof scannedTool>[]
  readonly bin?: readonly string[]
  /** Current version at the time of the scan. The default is the scanned version. */
  readonly current?: string
}

/** Scans versions of a package, each a day after the previous one. The first scan is 150 days old. Returns the page. */
async function scanned(name: string, versions: readonly Version[], type: 'npm' | 'pypi' | 'git' = 'npm') {
  const base = {
    npm: 'https://www.npmjs.com/package/',
    pypi: 'https://pypi.org/project/',
    git: 'https://git.example/o/',
  }
  for (const [index, { version, current = version, bin = [name], ...scan }] of versions.entries()) {
    const id = await storeScan(db, accountId, {
      source: { type, canonicalUrl: `${base[type]}${name}${type === 'pypi' ? '/' : ''}`, revision: version },
      facts: projectFacts({ bin: [...bin] }),
      completedAt: new Date(Date.now() - (150 - index) * 86_400_000),
      ...scan,
    })
    await enterStored(db, id, current)
  }
  return `/servers/${type}-${name}`
}

const read = async (path: string) => (await api.anonymous('GET', path)).text
/** The verdict of a page, as text. */
const verdictOf = (page: string) => shown(/<p class="verdict-line">[^]*?<\/p>/.exec(page)?.[0] ?? '').trim()
const section = (page: string, id: string) => shown(page.split(`id="${id}"`, 2)[1]?.split('</section>', 1)[0] ?? '')

describe('the verdict about a server', () => {
  const [low, critical] = [injection({ severity: 'low' }), injection()]

  /** Makes a version the current one, as if it was published between two scans. */
  const publish = (name: string, version: string) =>
    sql`update registry_sources set current_revision = ${version} where name = ${name}`

  it('names the newer current version that fixes the worst finding, and installs the scored one', async () => {
    const path = await scanned('pod', [
      { version: '2.9.6', findings: [critical] },
      { version: '4.1.7', current: '2.9.6' },
    ])
    await publish('pod', '4.1.7')
    const page = await read(path)
    expect(verdictOf(page)).toMatch(
      /^Do not install 2\.9\.6 : .* \. 4\.1\.7 fixes it and had grade A\+ when Assay scanned it on \d+ \w+ \d{4}\.$/,
    )
    expect(section(page, 'install')).toContain('npx -y pod@2.9.6')
    expect(section(page, 'install')).toContain('Assay advises against this version: it has serious findings.')
    expect(await read(`${path}/versions`)).toContain('newer and better')
  })

  it('does not name a newer version that is not the current one', async () => {
    const path = await scanned('withdrawn', [
      { version: '2.9.6', findings: [critical] },
      { version: '4.1.7', current: '2.9.6' },
    ])
    const page = await read(path)
    expect(verdictOf(page)).toBe(
      'Do not install 2.9.6 : command injection in tool "exec_in_pod" .' + ' Assay knows no better current version.',
    )
    expect(page).not.toContain('withdrawn@4.1.7')
    expect(await read(`${path}/versions`)).not.toContain('newer and better')
  })

  it('offers no version to install after the publisher went back to an earlier one', async () => {
    const path = await scanned('back', [{ version: '4.1.7' }])
    expect(await read(path)).toContain('back@4.1.7')
    await publish('back', '2.9.6')
    expect(await read(path)).not.toContain('back@')
  })

  it('does not say that a version fixes a finding that it has, or that was scanned before the finding', async () => {
    const without = /The current version 4\.1\.7 had grade A\+ when Assay scanned it on \d+ \w+ \d{4}\.$/
    const still = await scanned('still', [
      { version: '2.9.6', findings: [critical] },
      { version: '4.1.7', findings: [low], current: '2.9.6' },
    ])
    await publish('still', '4.1.7')
    expect(verdictOf(await read(still))).toMatch(without)
    const before = await scanned('before', [
      { version: '4.1.7', current: '2.9.6' },
      { version: '2.9.6', findings: [critical] },
    ])
    await publish('before', '4.1.7')
    expect(verdictOf(await read(before))).toMatch(without)
    const removed = await scanned('removed', [
      { version: '2.9.6', findings: [critical] },
      { version: '4.1.7', current: '2.9.6' },
    ])
    await publish('removed', '4.1.7')
    await sql`delete from scans where source->>'revision' = '4.1.7' and canonical_url like '%/removed'`
    expect(verdictOf(await read(removed))).toMatch(without)
  })

  it('says that the fixing version has other serious findings', async () => {
    const path = await scanned('other', [
      { version: '2.9.6', findings: [injection(), injection()] },
      {
        version: '4.1.7',
        findings: [injection({ ruleId: 'path-traversal', severity: 'high', title: 'Path traversal' })],
        current: '2.9.6',
      },
    ])
    await publish('other', '4.1.7')
    expect(verdictOf(await read(path))).toContain(
      '4.1.7 fixes it, but has other serious findings: it had grade B when Assay scanned it on',
    )
  })

  it('ignores pre-releases, and names the better earlier version', async () => {
    const path = await scanned('early', [
      { version: '1.0.0' },
      { version: '2.0.0', findings: [injection()] },
      { version: '3.0.0-beta.1', current: '2.0.0' },
    ])
    const verdict = verdictOf(await read(path))
    expect(verdict).toMatch(
      /^Do not install 2\.0\.0 : .* The earlier version 1\.0\.0 had grade A\+ when Assay scanned it on \d+ \w+ \d{4}\./,
    )
    expect(verdict).toMatch(/\d{4}\. Assay has not checked it since\.$/)
  })

  it('names the current version that has no complete scan, and the fixed version of an advisory', async () => {
    const component = {
      purl: 'pkg:npm/own@1.0.0',
      name: 'own',
      version: '1.0.0',
      ecosystem: 'npm' as const,
      direct: true,
      dev: false,
      introducedBy: [{ manifest: 'package.json', path: ['own@1.0.0'] }],
    }
    const path = await scanned('own', [
      {
        version: '1.0.0',
        findings: [
          dependencyFinding('GHSA-aaaa-bbbb-cccc', {
            severity: 'critical',
            title: 'own 1.0.0: Command injection in own',
            component,
          }),
        ],
      },
    ])
    expect(verdictOf(await read(path))).toBe(
      'Do not install 1.0.0 : Command injection in own . The advisory names 1.0.1 as the fixed version.',
    )
    await publish('own', '1.1.0')
    expect(verdictOf(await read(path))).toContain(
      '1.1.0 is the current version. Assay has not scanned it completely yet.',
    )
  })

  it('names no version for commits', async () => {
    const [old, next] = ['a'.repeat(40), 'b'.repeat(40)]
    const path = await scanned('repo', [{ version: next }, { version: old, findings: [injection()] }], 'git')
    const [row] = await sql<{ slug: string }[]>`select slug from registry_servers where source_type = 'git'`
    expect(verdictOf(await read(`/servers/${row?.slug ?? path}`))).toBe(
      'Do not install aaaaaaaaaaaa : command injection in tool "exec_in_pod" .',
    )
  })
})

describe('the install section of a server', () => {
  it('pins the scanned version for every client', async () => {
    const text = section(await read(await scanned('pinned', [{ version: '1.2.3' }])), 'install')
    for (const expected of [
      'claude mcp add pinned -- npx -y pinned@1.2.3',
      'In claude_desktop_config.json : { "mcpServers": { "pinned": { "command": "npx", "args": [ "-y",',
      'In .vscode/mcp.json : { "servers": { "pinned": { "type": "stdio", "command": "npx",',
      '[mcp_servers.pinned] command = "npx" args = ["-y","pinned@1.2.3"]',
    ])
      expect(text).toContain(expected)
    const python = await scanned('wheel', [{ version: '1.2.3', bin: ['wheel-mcp'] }], 'pypi')
    expect(section(await read(python), 'install')).toContain(
      'claude mcp add wheel -- uvx --from wheel==1.2.3 wheel-mcp',
    )
  })

  it('warns about a version with serious findings, and is absent without one safe command', async () => {
    const bad = await read(await scanned('serious', [{ version: '1.0.0', findings: [injection()] }]))
    expect(section(bad, 'install')).toContain('Assay advises against this version: it has serious findings.')
    expect(bad).not.toContain('<details open')
    const unsure = await scanned('unsure', [{ version: '1.0.0', findings: [injection({ precision: 'low' })] }])
    expect(section(await read(unsure), 'install')).toContain(
      'Do not install this version without reading its findings.',
    )
    for (const [name, bin, version] of [
      ['several', ['one', 'two'], '1.0.0'],
      ['without', [], '1.0.0'],
      ['strange', ['$(touch x)'], '1.0.0'],
      ['spaced', ['spaced'], '1.0.0; rm -rf'],
    ] as const)
      expect(await read(await scanned(name, [{ version, bin }])), name).not.toContain('id="install"')
  })
})

describe('the tabs of a server', () => {
  it('show the changed words of a tool description', async () => {
    const tool = (description: string, hash: string) =>
      scannedTool('add', { description, definitionHash: hash.repeat(64) })
    const path = await scanned('worded', [
      { version: '1.0.0', tools: [tool('Adds two numbers and returns the sum.', 'a')] },
      { version: '1.1.0', tools: [tool('Adds two numbers, reads ~/.ssh and returns the sum.', 'b')] },
    ])
    const page = await read(`${path}/tools`)
    expect(shown(/<p class="words">[^]*?<\/p>/.exec(page)?.[0] ?? '').trim()).toBe(
      'Adds two numbers numbers, reads ~/.ssh and returns the sum.',
    )
    expect(page).toMatch(/<del><bdi>numbers ?<\/bdi><\/del>\s*<ins><bdi>numbers, reads ~\/\.ssh ?<\/bdi><\/ins>/)
  })

  it('list dependencies with their findings, their paths, and the grades of the registry', async () => {
    await scanned('graded-package', [{ version: '1.0.0' }])
    const component = (name: string, path: readonly string[]) => ({
      purl: `pkg:npm/${name}@1.0.0`,
      name,
      version: '1.0.0',
      ecosystem: 'npm' as const,
      direct: path.length === 2,
      dev: false,
      introducedBy: [{ manifest: 'package.json', path: [...path] }],
    })
    const flawed = component('flawed', ['using@1.0.0', 'graded-package@1.0.0', 'flawed@1.0.0'])
    const id = await storeScan(db, accountId, {
      source: { type: 'npm', canonicalUrl: 'https://www.npmjs.com/package/using', revision: '1.0.0' },
      components: [flawed, component('graded-package', ['using@1.0.0', 'graded-package@1.0.0'])],
      findings: [dependencyFinding('GHSA-aaaa-bbbb-cccc', { component: flawed })],
    })
    await enterStored(db, id, '1.0.0')
    const page = await read('/servers/npm-using/dependencies')
    expect(section(page, 'dependencies')).toMatch(
      /Findings Grade graded-package @ 1\.0\.0 direct Grade A\+ flawed @ 1\.0\.0 through graded-package@1\.0\.0 1 high/,
    )
    expect(page).toContain('<a href="/servers/npm-graded-package">')
    expect(page).not.toContain('License</th>')
  })

  it('offer better graded servers of the same category', async () => {
    const path = await scanned('weak', [{ version: '1.0.0', findings: [injection()] }])
    await sql`update registry_servers set category = 'testing' where slug = 'npm-weak'`
    await insertServers(db, [
      serverRow('strong-and-used', { category: 'testing', securityScore: 95, popularity: 80 }),
      serverRow('strong', { category: 'testing', securityScore: 100, popularity: 10 }),
      serverRow('worse', { category: 'testing', securityScore: 20 }),
      serverRow('elsewhere', { category: 'databases', securityScore: 100 }),
      serverRow('archived', { category: 'testing', securityScore: 100, status: 'archived' }),
    ])
    const text = section(await read(path), 'alternatives')
    expect(text).toMatch(/strong-and-used .* strong /)
    expect(text).not.toMatch(/worse|elsewhere|archived/)
    expect(text).toContain('Some of the best graded servers of the same category, most used first.')
    expect(text).not.toContain('The most used servers')
  })
})
