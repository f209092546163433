import type { Database } from '../../../src/service/db/client.ts'
import { listServerHistory } from '../../../src/service/db/registry/history-list.ts'
import { listServerIds } from '../../../src/service/db/registry/lists.ts'
import { searchServers } from '../../../src/service/db/registry/search.ts'
import { findServerParts, findServers, findServersByIds } from '../../../src/service/db/registry/servers.ts'
import { readStatistics } from '../../../src/service/db/registry/statistics.ts'
import type {
  ServerFilter,
  ServerSort,
  ServerSourceType,
  ServerStatus,
} from '../../../src/engine/model/registry-server.ts'
import type { Grade } from '../../../src/engine/model/score.ts'
import { categories, languages } from './made-server.ts'

/** One request to the registry: over HTTP, and as SQL statements. */
export interface Asked {
  readonly path: string
  readonly body?: string
  readonly statements: (db: Database) => Promise<unknown>
}

/** Requests that are measured together, and the limit for their 99th percentile. */
export interface AskedKind {
  readonly measure: string
  readonly limitMs: number
  readonly asked: readonly Asked[]
  /** If true, each request is sent once and is the first for its list, without a warm-up. */
  readonly isFirstVisit?: true
}

const listLimitMs = 25
const searchLimitMs = 35

const sorts = ['name', 'score', 'created'] as const

/** Filters of the measured lists. The warm-up uses other values of the same columns. */
const measuredFilters = filtersBy({
  category: 0,
  language: 0,
  sourceType: 'git',
  otherType: 'npm',
  grades: ['B', 'A+', 'A', 'C'],
  status: 'archived',
  rareStatus: 'deprecated',
})
const earlierFilters = filtersBy({
  category: 4,
  language: 3,
  sourceType: 'pypi',
  otherType: 'git',
  grades: ['C', 'B', 'B', 'D'],
  status: 'deprecated',
  rareStatus: 'archived',
})

interface FilterValues {
  /** Indexes in the lists of categories and languages. */
  readonly category: number
  readonly language: number
  readonly sourceType: ServerSourceType
  readonly otherType: ServerSourceType
  readonly grades: readonly [Grade, Grade, Grade, Grade]
  readonly status: ServerStatus
  readonly rareStatus: ServerStatus
}

function filtersBy({
  category,
  language,
  sourceType,
  otherType,
  grades,
  status,
  rareStatus,
}: FilterValues): readonly (readonly [string, ServerFilter])[] {
  return [
    ['no filter', {}],
    ['category', { category: categories[category + 1] }],
    ['grade', { grade: grades[0] }],
    ['source type', { sourceType }],
    ['language', { language: languages[language + 1] }],
    ['status', { status }],
    ['source type and status', { sourceType: otherType, status: 'active' }],
    ['source type and grade', { sourceType: 'pypi', grade: grades[0] }],
    ['language and grade', { language: languages[language], grade: grades[1] }],
    ['category and language', { category: categories[category], language: languages[language] }],
    [
      'category, language and grade',
      { category: categories[category], language: languages[language], grade: grades[2] },
    ],
    ['category, source type and status', { category: categories[category], sourceType, status: 'active' }],
    [
      'everything',
      {
        category: categories[category + 3],
        language: languages[language + 5],
        sourceType,
        grade: grades[3],
        status: rareStatus,
      },
    ],
  ]
}

/** Searches, by frequency of their words. The first everyday words occur in nearly every text. */
const measuredSearches: readonly (readonly [string, readonly string[]])[] = [
  [
    'rare words',
    ['thesaurus', 'satellite', 'grammar', 'recipe', 'haskell', 'elixir', 'quiz', 'spelling', 'biology', 'fitness'],
  ],
  ['common words', ['server', 'mcp', 'data', 'api', 'tools', 'model', 'code', 'search', 'files', 'agent']],
  [
    'two words',
    [
      'postgres backup',
      'mcp server',
      'slack message',
      'docker container',
      'code search',
      'stock price',
      'browser screenshot',
      'github issue',
      'vector memory',
      'calendar email',
    ],
  ],
  ['prefixes', ['kube', 'post', 'ser', 'transl', 'scree', 'calen', 'graph', 'auth', 'com', 'spread']],
  [
    'typos',
    [
      'kuberntes',
      'posgtres',
      'serach',
      'browsr',
      'calender',
      'dokcer',
      'githubb',
      'sqlote',
      'spreadsheat',
      'screnshot',
    ],
  ],
]
const earlierSearches = [
  'chemistry',
  'citation',
  'emoji',
  'recruit',
  'context',
  'client',
  'query',
  'local',
  'redis queue',
  'file storage',
  'weather map',
  'web page',
  'mong',
  'tele',
  'sec',
  'work',
  'kafak',
  'notoin',
  'invoce',
  'terrafrom',
]

/** Returns all requests to the registry, with IDs of existing servers. */
export function askedKinds(ids: readonly string[]): readonly AskedKind[] {
  return [
    ...measuredFilters.flatMap(([name, filter]) =>
      [1, 1_000].map((page) => ({
        measure: `list, ${name}, page ${page}`,
        limitMs: listLimitMs,
        asked: inEveryOrder(filter, page),
      })),
    ),
    {
      measure: 'list, category and language, page 1000, first visit',
      limitMs: listLimitMs,
      asked: firstVisits(),
      isFirstVisit: true,
    },
    { measure: 'detail', limitMs: listLimitMs, asked: ids.map(detail) },
    { measure: 'history', limitMs: listLimitMs, asked: ids.map(history) },
    { measure: 'stats', limitMs: listLimitMs, asked: [{ path: '/api/v1/servers/stats', statements: readStatistics }] },
    {
      measure: 'comparison of four servers',
      limitMs: listLimitMs,
      asked: ids.flatMap((_, index) => (index % 4 === 0 ? [compare(ids.slice(index, index + 4))] : [])),
    },
    ...measuredSearches.map(([name, texts]) => ({
      measure: `search, ${name}`,
      limitMs: searchLimitMs,
      asked: texts.map(search),
    })),
  ]
}

/** Returns warm-up requests, as a running service has already served: the same kinds, but none of the measured ones. */
export function askedEarlier(ids: readonly string[]): readonly Asked[] {
  return [
    ...earlierFilters.flatMap(([, filter]) => [3, 800].flatMap((page) => inEveryOrder(filter, page))),
    ...ids.map(detail),
    ...ids.map(history),
    compare(ids.slice(0, 4)),
    ...earlierSearches.map(search),
  ]
}

function inEveryOrder(filter: ServerFilter, page: number): readonly Asked[] {
  return sorts.flatMap((sort) => (['asc', 'desc'] as const).map((order) => list(filter, sort, order, page)))
}

function list(filter: ServerFilter, sort: ServerSort, order: 'asc' | 'desc', page: number): Asked {
  const query = new URLSearchParams({ ...Object.fromEntries(Object.entries(filter)), sort, order, page: String(page) })
  return {
    path: `/api/v1/servers?${query}`,
    statements: async (db) =>
      findServersByIds(
        db,
        (await listServerIds(db, filter, { sort, order }, { limit: 20, offset: (page - 1) * 20 })).ids,
      ),
  }
}

/** Returns lists with two filters, for which the job stores no marks. */
function firstVisits(): readonly Asked[] {
  return categories
    .slice(0, 4)
    .flatMap((category) => languages.slice(0, 3).flatMap((language) => inEveryOrder({ category, language }, 1_000)))
}

function search(text: string): Asked {
  return {
    path: `/api/v1/servers/search?q=${encodeURIComponent(text)}`,
    statements: async (db) =>
      findServersByIds(
        db,
        (await searchServers(db, { text, filter: {}, limit: 20, offset: 0 })).found.map(({ id }) => id),
      ),
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
