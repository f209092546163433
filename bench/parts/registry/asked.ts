import type { Database } from '../../../src/db/client.ts'
import { listServerHistory } from '../../../src/db/registry-history-list.ts'
import { listServerIds } from '../../../src/db/registry-lists.ts'
import { searchServers } from '../../../src/db/registry-search.ts'
import { findServerParts, findServers, findServersByIds } from '../../../src/db/registry-servers.ts'
import { readStatistics } from '../../../src/db/registry-statistics.ts'
import type { ServerFilter, ServerSort } from '../../../src/model/registry-server.ts'
import { categories, languages } from './made-server.ts'

/** One thing that is asked of the registry: over HTTP, and by the statements that it comes down to. */
export interface Asked {
  readonly path: string
  readonly body?: string
  readonly statements: (db: Database) => Promise<unknown>
}

/** What is asked together, and below which its 99th percentile should stay. */
export interface AskedKind {
  readonly measure: string
  readonly limitMs: number
  readonly asked: readonly Asked[]
  /** Each is asked once, by the first visitor of its list: nothing was asked before that could help. */
  readonly isFirstVisit?: true
}

const listLimitMs = 25
const searchLimitMs = 35

const sorts = ['name', 'score', 'created'] as const
const filters: readonly (readonly [string, ServerFilter])[] = [
  ['no filter', {}],
  ['category', { category: categories[1] }],
  ['grade', { grade: 'B' }],
  ['source type', { sourceType: 'git' }],
  ['language', { language: languages[1] }],
  ['status', { status: 'archived' }],
  ['source type and status', { sourceType: 'npm', status: 'active' }],
  ['source type and grade', { sourceType: 'pypi', grade: 'B' }],
  ['language and grade', { language: languages[0], grade: 'A+' }],
  ['category and language', { category: categories[0], language: languages[0] }],
  ['category, language and grade', { category: categories[0], language: languages[0], grade: 'A' }],
  ['category, source type and status', { category: categories[0], sourceType: 'git', status: 'active' }],
  ['everything', { category: categories[3], language: languages[5], sourceType: 'git', grade: 'C', status: 'deprecated' }],
]

/** Words of the vocabulary by how often they come: of the everyday ones the first are in nearly every text. */
const searches: readonly (readonly [string, readonly string[]])[] = [
  ['rare words', ['thesaurus', 'satellite', 'grammar', 'recipe', 'haskell', 'elixir', 'quiz', 'spelling', 'biology', 'fitness']],
  ['common words', ['server', 'mcp', 'data', 'api', 'tools', 'model', 'code', 'search', 'files', 'agent']],
  ['two words', ['postgres backup', 'mcp server', 'slack message', 'docker container', 'code search', 'stock price', 'browser screenshot', 'github issue', 'vector memory', 'calendar email']],
  ['beginnings', ['kube', 'post', 'ser', 'transl', 'scree', 'calen', 'graph', 'auth', 'com', 'spread']],
  ['typing errors', ['kuberntes', 'posgtres', 'serach', 'browsr', 'calender', 'dokcer', 'githubb', 'sqlote', 'spreadsheat', 'screnshot']],
]

/** Everything that the registry is asked for, with ids of servers that are there. */
export function askedKinds(ids: readonly string[]): readonly AskedKind[] {
  return [
    ...filters.flatMap(([name, filter]) => [1, 1_000].map((page) => ({ measure: `list, ${name}, page ${page}`, limitMs: listLimitMs, asked: sorts.flatMap((sort) => (['asc', 'desc'] as const).map((order) => list(filter, sort, order, page))) }))),
    { measure: 'list, category and language, page 1000, first visit', limitMs: listLimitMs, asked: firstVisits(), isFirstVisit: true },
    { measure: 'detail', limitMs: listLimitMs, asked: ids.map(detail) },
    { measure: 'history', limitMs: listLimitMs, asked: ids.map(history) },
    { measure: 'stats', limitMs: listLimitMs, asked: [{ path: '/api/v1/servers/stats', statements: readStatistics }] },
    { measure: 'compare four', limitMs: listLimitMs, asked: ids.flatMap((_, index) => (index % 4 === 0 ? [compare(ids.slice(index, index + 4))] : [])) },
    ...searches.map(([name, texts]) => ({ measure: `search, ${name}`, limitMs: searchLimitMs, asked: texts.map(search) })),
  ]
}

function list(filter: ServerFilter, sort: ServerSort, order: 'asc' | 'desc', page: number): Asked {
  const query = new URLSearchParams({ ...Object.fromEntries(Object.entries(filter)), sort, order, page: String(page) })
  return {
    path: `/api/v1/servers?${query}`,
    statements: async (db) => findServersByIds(db, (await listServerIds(db, filter, { sort, order }, { limit: 20, offset: (page - 1) * 20 })).ids),
  }
}

/** Lists that have so many pages, and of which the job leaves no marks. */
function firstVisits(): readonly Asked[] {
  return categories.slice(0, 4).flatMap((category) => languages.slice(0, 3).flatMap((language) => sorts.flatMap((sort) => (['asc', 'desc'] as const).map((order) => list({ category, language }, sort, order, 1_000)))))
}

function search(text: string): Asked {
  return {
    path: `/api/v1/servers/search?q=${encodeURIComponent(text)}`,
    statements: async (db) => findServersByIds(db, (await searchServers(db, { text, filter: {}, limit: 20, offset: 0 })).found.map(({ id }) => id)),
  }
}

function detail(id: string): Asked {
  return {
    path: `/api/v1/servers/${id}`,
    async statements(db) {
      await findServers(db, [id])
      await findServerParts(db, id)
    },
  }
}

function history(id: string): Asked {
  return {
    path: `/api/v1/servers/${id}/history`,
    async statements(db) {
      await findServers(db, [id])
      await listServerHistory(db, id, 10)
    },
  }
}

function compare(ids: readonly string[]): Asked {
  return {
    path: '/api/v1/servers/compare',
    body: JSON.stringify({ servers: ids }),
    async statements(db) {
      await findServers(db, ids)
      await Promise.all(ids.map((id) => findServerParts(db, id)))
    },
  }
}
