import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { searchServers } from '../../../src/service/db/registry/search.ts'
import { registryServers } from '../../../src/service/db/registry/servers-schema.ts'
import { countWords } from '../../../src/service/db/registry/statistics-upkeep.ts'
import { isWithinOneEdit } from '../../../src/engine/model/one-edit.ts'
import { testApi } from '../../support/test-api.ts'
import { insertServers, serverRow } from './catalogue-rows.ts'

const api = await testApi()
const { db } = api

/** Names that match in different ways, and enough others that frequent matches are found by walking the ranking. */
const special = [
  serverRow('filesystem', { popularity: 1 }),
  serverRow('filesystem-tools', { popularity: 20 }),
  serverRow('mcp-filesystem-server', { popularity: 90 }),
  serverRow('@scope/file-system', { popularity: 10, npmPackage: '@scope/file-system' }),
  serverRow('disk', { description: 'Reads any filesystem', popularity: 100 }),
  serverRow('io.github.owner/GitHubIssues', {
    description: 'Lists what is open',
    sourceType: 'git',
    language: 'python',
    category: 'developer-tools',
  }),
  serverRow('kubernetes-mcp', { description: 'Looks after pods' }),
  serverRow('Wetter für überall', { description: 'Sagt, wie es wird' }),
  serverRow('天气', { description: '查询天气预报' }),
  serverRow('hidden-filesystem', { hiddenAt: new Date() }),
]
await insertServers(db, special)
for (let start = 0; start < 3_000; start += 1_000) {
  await insertServers(
    db,
    Array.from({ length: 1_000 }, (_, index) =>
      serverRow(`common-server-${['red', 'green', 'blue'][index % 3]}-${start + index}`, {
        description: `Does one of ${index % 10 === 0 ? 'rare' : 'many'} things`,
        popularity: (start + index) % 100,
        category: index % 2 ? 'other' : 'web',
      }),
    ),
  )
}
await countWords(db)

const search = async (query: string) => {
  const { status, json } = await api.anonymous('GET', `/api/v1/servers/search?${query}`)
  expect(status, query).toBe(200)
  const servers = json.data['servers'] as {
    readonly name: string
    readonly relevance: number
    readonly securityScore: number
  }[]
  return {
    names: servers.map(({ name }) => name),
    servers,
    pagination: json.data['pagination'] as { readonly total: number; readonly totalRelation: string },
  }
}
const names = async (text: string) => (await search(`q=${encodeURIComponent(text)}`)).names

describe('GET /api/v1/servers/search', () => {
  it('has the very name first, then names that begin so, then names with the word, then descriptions', async () => {
    const { names: found, servers, pagination } = await search('q=filesystem')
    expect(found).toEqual(['@scope/file-system', 'filesystem', 'filesystem-tools', 'mcp-filesystem-server', 'disk'])
    expect(servers.map(({ relevance }) => relevance)).toEqual(
      servers.map(({ relevance }) => relevance).toSorted((a, b) => b - a),
    )
    expect(servers.map(({ relevance }) => Math.floor(relevance * 5))).toEqual([4, 4, 3, 2, 0])
    expect(pagination).toEqual({ page: 1, limit: 20, total: 5, totalPages: 1, totalRelation: 'exact' })
  })

  it('finds what is one edit away, wherever the edit is', async () => {
    for (const typed of [
      'filesytem',
      'filesystme',
      'filesysteem',
      'fileaystem',
      'ilesystem',
      'filesyste',
      'fjlesystem',
      'FileSytem',
    ]) {
      const found = await names(typed)
      // Without its last letter, the word is a prefix of several names that match equally well.
      if (typed !== 'filesyste') expect(found.slice(0, 2), typed).toContain('filesystem')
      expect(found, typed).toEqual(
        expect.arrayContaining(['filesystem', 'filesystem-tools', 'mcp-filesystem-server', 'disk']),
      )
    }
    expect(await names('kuberntes mcp')).toEqual(['kubernetes-mcp'])
    expect(await names('kubrntes')).toEqual([])
  })

  it('finds words by their beginning, and in any order', async () => {
    expect(await names('kube')).toEqual(['kubernetes-mcp'])
    expect(await names('mcp kubernetes')).toEqual(['kubernetes-mcp'])
    expect(await names('filesystem mcp')).toEqual(['mcp-filesystem-server'])
  })

  it('takes names apart as people do: scopes, dashes, reversed hosts, capitals, joined words', async () => {
    for (const typed of ['@scope/file-system', 'scope file system', 'file system', 'file_system', 'filesystem'])
      expect(await names(typed), typed).toContain('@scope/file-system')
    for (const typed of [
      'io.github.owner/GitHubIssues',
      'GitHub issues',
      'githubissues',
      'github-issues',
      'git hub',
      'owner issues',
      'GITHUB',
    ])
      expect(await names(typed), typed).toContain('io.github.owner/GitHubIssues')
    expect((await names('file system'))[0]).toMatch(/^(?:@scope\/file-system|filesystem)$/)
    expect(await names('überall')).toEqual(['Wetter für überall'])
    expect(await names('ÜBERALL')).toEqual(['Wetter für überall'])
    expect(await names('天气')).toEqual(['天气'])
  })

  it('is not shaken by what is no search', async () => {
    for (const typed of [
      "'",
      '"',
      '\\',
      "a'b",
      ':*',
      '!',
      '& | !',
      '<->',
      '%',
      '_',
      '-- ;',
      "');drop table x;--",
      '( (',
      '🙂',
      '\u0001',
      'x'.repeat(200),
      'a b c d e f g h i j k l',
    ]) {
      const { status } = await api.anonymous('GET', `/api/v1/servers/search?q=${encodeURIComponent(typed)}`)
      expect(status, typed).toBe(200)
    }
    expect(await names('...')).toEqual([])
    for (const query of [
      '',
      'q=',
      'q=%20',
      `q=${'x'.repeat(201)}`,
      'q=%00',
      'q=a&page=501',
      'q=a&limit=100&page=101',
      'q=a&sort=best',
    ])
      expect((await api.anonymous('GET', `/api/v1/servers/search?${query}`)).status, query).toBe(400)
  })

  it('counts rare matches, and reports for frequent ones that there are more, on every page', async () => {
    expect((await search('q=rare')).pagination).toMatchObject({ total: 300, totalRelation: 'exact' })
    const { pagination, names: first } = await search('q=common')
    expect(pagination.totalRelation).toBe('at-least')
    expect(pagination.total).toBeGreaterThanOrEqual(40)
    expect(pagination.total).toBeLessThan(3_000)
    const pages = [first]
    for (let page = 2; page <= 5; page += 1) pages.push((await search(`q=common&page=${page}`)).names)
    expect(new Set(pages.flat()).size).toBe(100)
    const { names: last, pagination: atEnd } = await search('q=common&limit=100&page=30')
    expect([last.length, atEnd.total, atEnd.totalRelation]).toEqual([100, 3_000, 'exact'])
  })

  it('gives the same by gathering and by walking', async () => {
    const gathered = (await search('q=common%20server%20red&limit=100&page=10')).names
    const walked = (await searchServers(db, { text: 'common server red', filter: {}, limit: 10, offset: 0 })).found
    const all = (await searchServers(db, { text: 'common server red', filter: {}, limit: 1_000, offset: 0 })).found
    expect(gathered).toHaveLength(100)
    expect(walked).toEqual(all.slice(0, 10))
  })

  it('takes the filters and orders of the list, and the list takes its words', async () => {
    expect(
      (await search('q=github&category=developer-tools&sourceType=git&language=python&status=active')).names,
    ).toEqual(['io.github.owner/GitHubIssues'])
    expect((await search('q=github&language=rust')).pagination).toMatchObject({ total: 0, totalRelation: 'exact' })
    const byName = await search('q=filesystem&sort=name&order=asc')
    expect(byName.names).toEqual([
      '@scope/file-system',
      'disk',
      'filesystem',
      'filesystem-tools',
      'mcp-filesystem-server',
    ])
    const { json } = await api.anonymous('GET', '/api/v1/servers?search=filesystem&sort=name&order=asc')
    expect((json.data['servers'] as { name: string }[]).map(({ name }) => name)).toEqual(byName.names)
    expect(json.data['pagination']).toEqual({ page: 1, limit: 20, total: 5, totalPages: 1, totalRelation: 'exact' })
    const common = await search('q=common&sort=name&order=asc&limit=3')
    expect(common.names).toEqual(['common-server-blue-1002', 'common-server-blue-1005', 'common-server-blue-1008'])
    expect((await search('q=common&category=web&sort=created&limit=100')).names).toHaveLength(100)
  })

  it('follows its servers: renamed, described differently, hidden, shown, removed', async () => {
    const server = serverRow('walrus', { description: 'Swims' })
    const change = (values: Partial<typeof registryServers.$inferInsert>) =>
      db.update(registryServers).set(values).where(eq(registryServers.id, server.id))
    await insertServers(db, [server])
    expect(await names('walrus')).toEqual(['walrus'])
    await change({ name: 'narwhal', description: 'Dives' })
    expect([await names('walrus'), await names('narwhall'), await names('dives')]).toEqual([
      [],
      ['narwhal'],
      ['narwhal'],
    ])
    await change({ category: 'web', popularity: 80, securityScore: 10, grade: 'F' })
    expect((await search('q=narwhal&category=web&grade=F')).servers).toEqual([
      expect.objectContaining({ name: 'narwhal', securityScore: 10 }),
    ])
    await change({ hiddenAt: new Date() })
    expect(await names('narwhal')).toEqual([])
    await change({ hiddenAt: null })
    expect(await names('narwhal')).toEqual(['narwhal'])
    await db.delete(registryServers).where(eq(registryServers.id, server.id))
    expect(await names('narwhal')).toEqual([])
  })

  it('forgets unused words at the second count, and keeps those that come back', async () => {
    const server = serverRow('ephemeral')
    const known = async () =>
      (await api.sql`select servers from registry_words where word = 'ephemeral'`).map((row) => Number(row['servers']))
    await insertServers(db, [server])
    expect(await known()).toEqual([1])
    await db.delete(registryServers).where(eq(registryServers.id, server.id))
    await countWords(db)
    expect(await known()).toEqual([0])
    await insertServers(db, [server])
    expect(await known()).toEqual([1])
    await db.delete(registryServers).where(eq(registryServers.id, server.id))
    await countWords(db)
    await countWords(db)
    expect(await known()).toEqual([])
  })
})

it('one edit is a character added, left out, exchanged or swapped with its neighbour', () => {
  for (const [a, b] of [
    ['abc', 'abc'],
    ['abc', 'ab'],
    ['abc', 'xabc'],
    ['abc', 'abxc'],
    ['abc', 'axc'],
    ['abc', 'acb'],
    ['abc', 'bac'],
    ['', 'a'],
    ['😀b', 'b'],
  ] as const)
    expect([isWithinOneEdit(a, b), isWithinOneEdit(b, a)], `${a} ${b}`).toEqual([true, true])
  for (const [a, b] of [
    ['abc', 'a'],
    ['abc', 'cba'],
    ['abcd', 'badc'],
    ['abc', 'xyc'],
    ['', 'ab'],
    ['abcd', 'acdb'],
  ] as const)
    expect([isWithinOneEdit(a, b), isWithinOneEdit(b, a)], `${a} ${b}`).toEqual([false, false])
})
