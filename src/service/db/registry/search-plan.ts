import type { ServerFilter } from '../../../engine/model/registry-server.ts'
import type { SearchTerms } from './search-terms.ts'

/** A server that matches. */
export interface RankedRow {
  readonly id: string
  readonly rank: number
}

/** A server with how it matches. */
export interface Match extends RankedRow {
  readonly class: number
}

/** What is looked for, and what is known of it beforehand. */
export interface Asked {
  readonly terms: SearchTerms
  readonly filter: ServerFilter
  /** How many matches are looked for. */
  readonly wanted: number
  /** Of the servers that pass the filter, of all. */
  readonly share: number
}

/** Whether it is cheaper to gather about so many matches than to walk until enough of them were met. */
export function isFew(about: number, { terms, wanted, share }: Asked): boolean {
  return about * about * share <= wanted * terms.shown
}
