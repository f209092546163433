import type { Request } from 'express'
import { catalogueLimits } from '../../db/registry/catalogue-limits.ts'
import {
  type ServerFilter,
  type ServerOrder,
  ServerSourceType,
  ServerStatus,
} from '../../../engine/model/registry-server.ts'
import { Grade } from '../../../engine/model/score.ts'
import { addressWith, pageNumber } from '../parts/paging.ts'

/** Registry sort orders and their titles. */
export const orders = {
  best: { title: 'Best score first', order: { sort: 'score', order: 'desc' } },
  worst: { title: 'Worst score first', order: { sort: 'score', order: 'asc' } },
  name: { title: 'By name', order: { sort: 'name', order: 'asc' } },
  newest: { title: 'Latest first', order: { sort: 'created', order: 'desc' } },
} as const satisfies Record<string, { readonly title: string; readonly order: ServerOrder }>
export type OrderName = keyof typeof orders

/** Titles of the lists that answer common questions. */
export const listTitles = {
  'most-used': 'Most used without findings',
  'recently-worse': 'Recently worse',
  'recently-fixed': 'Recently fixed',
} as const
export type ListName = keyof typeof listTitles
export const listNames = Object.keys(listTitles) as readonly ListName[]

/** Registry page query. Unknown values are ignored, because links can be outdated. */
export interface RegistryQuery {
  readonly text: string
  readonly filter: ServerFilter
  /** Default: best match, or best score if there is no search text. */
  readonly order: OrderName | undefined
  /** Page number, starting at 1. */
  readonly page: number
  /** List with its own order. A search text or a filter replaces it. */
  readonly list?: ListName | undefined
}

const word = /^[a-z0-9][a-z0-9+#._ -]*$/

export function readRegistryQuery(query: Request['query']): RegistryQuery {
  const text = readSearchText(query['q'])
  const order = Object.keys(orders).find((name) => name === query['sort']) as OrderName | undefined
  const filter = {
    grade: Grade.safeParse(query['grade']).data,
    category: wordOf(query['category']),
    sourceType: ServerSourceType.safeParse(query['source']).data,
    language: wordOf(query['language']),
    status: ServerStatus.safeParse(query['status']).data,
  }
  const list = listNames.find((name) => name === query['list'])
  const read = { text, filter, order, page: pageNumber(query['page']) }
  return list === undefined || isNarrowed(read) ? read : { ...read, list }
}

/** Returns the search text without characters that the database cannot store. */
export function readSearchText(value: unknown): string {
  return textOf(value).trim().toWellFormed().replaceAll('\0', '').slice(0, catalogueLimits.maxSearchCharacters)
}

/** Returns the URL of a registry page. */
export function registryAddress({ text, filter, order }: RegistryQuery, page: number): string {
  return addressWith('/', {
    q: text,
    grade: filter.grade,
    category: filter.category,
    source: filter.sourceType,
    language: filter.language,
    status: filter.status,
    sort: order,
    page: page === 1 ? undefined : page,
  })
}

/** Reports whether the query has a search text or a filter. */
export function isNarrowed({ text, filter }: Pick<RegistryQuery, 'text' | 'filter'>): boolean {
  return text !== '' || Object.values(filter).some((value) => value !== undefined)
}

/** Reports whether a text is a possible value of the category or language filter. */
export function isFilterWord(text: string): boolean {
  return text.length <= catalogueLimits.maxFilterCharacters && word.test(text)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function wordOf(value: unknown): string | undefined {
  const text = textOf(value)
  return isFilterWord(text) ? text : undefined
}
