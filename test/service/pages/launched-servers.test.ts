import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findLaunchedServers } from '../../../src/service/db/pages/launched-servers.ts'
import { saveInventory } from '../../../src/service/db/scans/inventories.ts'
import { completeScan, insertScan } from '../../../src/service/db/scans/scans.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import { judge } from '../../../src/engine/scanner/judge.ts'
import { recordedDatabase } from '../../support/recorded-database.ts'
import { testApi } from '../../support/test-api.ts'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'

const api = await testApi()
const { db } = api
const submitter = await api.account('launches')

const component = (name: string, manifest: string, parts: Partial<Component> = {}): Component => ({
  purl: `pkg:npm/${name}@1.2.3`,
  name,
  version: '1.2.3',
  ecosystem: 'npm',
  direct: true,
  dev: false,
  introducedBy: [{ manifest, path: ['project', `${name}@1.2.3`] }],
  ...parts,
})

/** Returns the text of the section on a scan page. */
async function sectionOf(components: readonly Component[]): Promise<string | undefined> {
  const id = `scan_${randomBytes(20).toString('base64url')}`
  const canonicalUrl = 'https://git.example/acme/shop'
  await insertScan(db, {
    id,
    accountId: submitter.accountId,
    status: 'pending',
    url: canonicalUrl,
    target: { type: 'git', repository: canonicalUrl },
    sourceType: 'git',
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    estimatedCompletionAt: new Date(),
  })
  await completeScan(db, id, {
    source: { type: 'git', canonicalUrl, revision: 'a'.repeat(40), digest: 'sha256-x' },
    canonicalUrl,
    inventoryDigest: await saveInventory(db, components),
    coverage: {
      detectors: [],
      files: { scanned: 1, bytes: 1, skipped: [] },
      components: { total: components.length, method: 'test', unresolved: [] },
      advisories: {},
      undecidedAdvisories: 0,
      isolation: 'in-process',
      gaps: [],
    },
    ...judge([], { gaps: [], failOn: 'high' }),
    isPrivate: false,
    completedAt: new Date(),
  })
  const { status, text } = await api.anonymous('GET', `/scan/${id}`)
  expect(status).toBe(200)
  return /<section class="card" id="launched">[^]*?<\/section>/.exec(text)?.[0].replaceAll(/\s+/g, ' ')
}

/** Adds a server of a package to the registry. */
async function register(name: string, page: string, parts: Parameters<typeof serverRow>[1] = {}) {
  const server = serverRow(name, parts)
  await insertServers(db, [server])
  await api.sql`insert into registry_sources (id, server_id, type, canonical_url, name, declares)
    values (${randomUUID()}, ${server.id}, ${page.includes('pypi') ? 'pypi' : 'npm'}, ${page}, ${name}, '{}')`
  return server
}

describe('servers that a project launches', () => {
  it('are linked with their grades, if the registry has them', async () => {
    const files = await register('mcp-files', 'https://www.npmjs.com/package/mcp-files', { securityScore: 95 })
    const time = await register('mcp-time', 'https://pypi.org/project/mcp-time/', { securityScore: 40 })
    const open = await register('mcp-open', 'https://www.npmjs.com/package/mcp-open', { securityScore: null })
    const section = await sectionOf([
      component('mcp-files', '.mcp.json'),
      component('mcp-time', '.cursor/mcp.json', { ecosystem: 'PyPI', purl: 'pkg:pypi/mcp-time@1.2.3' }),
      component('mcp-open', 'Dockerfile'),
    ])
    expect([...(section ?? '').matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(
      [files, time, open].map(({ slug }) => `/servers/${slug}`),
    )
    const grades = [...(section ?? '').matchAll(/Grade <\/span>([A-F]\+?)|Not scanned completely<\/span>/g)]
    expect(grades.map(([, grade]) => grade)).toEqual([files.grade, time.grade, undefined])
    expect(section).toContain('.cursor/mcp.json')
  })

  it('are not packages of other manifests, transitive ones, hidden servers, or unknown names', async () => {
    await register('mcp-lib', 'https://www.npmjs.com/package/mcp-lib')
    await register('mcp-hidden', 'https://www.npmjs.com/package/mcp-hidden', { hiddenAt: new Date() })
    const section = await sectionOf([
      component('mcp-lib', 'package.json'),
      component('mcp-lib', '.mcp.json', { direct: false, version: '1.0.0' }),
      component('mcp-lib', '.mcp.json', { ecosystem: 'crates.io', version: '1.0.1' }),
      component('mcp-hidden', '.mcp.json'),
      component('mcp-unknown', '.mcp.json'),
    ])
    expect(section).toBeUndefined()
  })

  it('are looked up again for each view, without reading the inventory again', async () => {
    const { db: recorded, statements } = recordedDatabase(api.url)
    const server = await register('mcp-again', 'https://www.npmjs.com/package/mcp-again')
    const digest = await saveInventory(db, [component('mcp-again', '.mcp.json'), component('mcp-later', '.mcp.json')])
    const slugs = async () => (await findLaunchedServers(recorded, digest)).map(({ slug }) => slug)
    expect(await slugs()).toEqual([server.slug])
    const later = await register('mcp-later', 'https://www.npmjs.com/package/mcp-later')
    expect(await slugs()).toEqual([server.slug, later.slug])
    expect(statements.filter((text) => /from inventories/.test(text))).toHaveLength(1)
  })
})
