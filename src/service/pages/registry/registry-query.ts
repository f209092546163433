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

/** Orders that can be chosen, and how they are called. */
export const orders = {
  best: { title: 'Best score first', order: { sort: 'score', order: 'desc' } },
  worst: { title: 'Worst score first', order: { sort: 'score', order: 'asc' } },
  name: { title: 'By name', order: { sort: 'name', order: 'asc' } },
  newest: { title: 'Newest first', order: { sort: 'created', order: 'desc' } },
} as const satisfies Record<string, { readonly title: string; readonly order: ServerOrder }>
export type OrderName = keyof typeof orders

/** What somebody looks for in the registry. Whatever is not understood is left out: links go stale. */
export interface RegistryQuery {
  readonly text: string
  readonly filter: ServerFilter
  /** Absent: what matches best, or the best score where nothing is searched for. */
  readonly order: OrderName | undefined
  /** From 1. */
  readonly page: number
}

const word = /^[a-z0-9][a-z0-9+#._ -]*$/

export function readRegistryQuery(query: Request['query']): RegistryQuery {
  const text = textOf(query['q'])
    .trim()
    .toWellFormed()
    .replaceAll('\0', '')
    .slice(0, catalogueLimits.maxSearchCharacters)
  const order = Object.keys(orders).find((name) => name === query['sort']) as OrderName | undefined
  const filter = {
    grade: Grade.safeParse(query['grade']).data,
    category: wordOf(query['category']),
    sourceType: ServerSourceType.safeParse(query['source']).data,
    language: wordOf(query['language']),
    status: ServerStatus.safeParse(query['status']).data,
  }
  return { text, filter, order, page: pageNumber(query['page']) }
}

/** The address of a page of the registry. */
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

/** Whether anything is searched for or filtered. */
export function isNarrowed({ text, filter }: RegistryQuery): boolean {
  return text !== '' || Object.values(filter).some((value) => value !== undefined)
}

/** Whether a text may stand for a category or a language. */
export function isFilterWord(text: string): boolean {
  return text.length <= catalogueLimits.maxFilterCharacters && word.test(text)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function wordOf(value: unknown): string | undefined {
  const text = textOf(value)
  return isFilterWord(text) ? text : undefined
}
