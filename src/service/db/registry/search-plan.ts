import type { ServerFilter } from '../../../engine/model/registry-server.ts'
import type { SearchTerms } from './search-terms.ts'

export interface RankedRow {
  readonly id: string
  readonly rank: number
}

/** Matching server, with its match class. */
export interface Match extends RankedRow {
  readonly class: number
}

/** A search and its statistics. */
export interface Asked {
  readonly terms: SearchTerms
  readonly filter: ServerFilter
  /** Number of requested matches. */
  readonly wanted: number
  /** Fraction of servers that pass the filter. */
  readonly share: number
}

/** Reports whether gathering about this many matches is cheaper than walking until enough are found. */
export function isFew(about: number, { terms, wanted, share }: Asked): boolean {
  return about * about * share <= wanted * terms.shown
}
