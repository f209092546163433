import type { ServerFilter } from '../../../engine/model/registry-server.ts'
import type { SearchTerms } from './search-terms.ts'

/** A matching server. */
export interface RankedRow {
  readonly id: string
  readonly rank: number
}

/** A server with the kind of its match. */
export interface Match extends RankedRow {
  readonly class: number
}

/** The search, and its statistics. */
export interface Asked {
  readonly terms: SearchTerms
  readonly filter: ServerFilter
  /** Number of requested matches. */
  readonly wanted: number
  /** Share of servers that pass the filter. */
  readonly share: number
}

/** Whether gathering this many matches is cheaper than walking until enough were found. */
export function isFew(about: number, { terms, wanted, share }: Asked): boolean {
  return about * about * share <= wanted * terms.shown
}
