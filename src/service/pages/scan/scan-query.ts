import type { Request } from 'express'
import { findingStates, type FindingState } from '../../../engine/model/finding.ts'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { addressWith, pageNumber } from '../parts/paging.ts'

/** Filters a scan's findings and selects how to display them. */
export interface ScanQuery {
  readonly severity: Severity | undefined
  readonly category: Category | undefined
  /**
   * Default: open findings. Only insiders can choose, because states come from private earlier scans of the account.
   */
  readonly state: FindingState | undefined
  /** True to show findings with code and data flow; false for a list. */
  readonly isWithCode: boolean
  readonly page: number
  /** Which page of the findings to list groups for, starting at 1. */
  readonly part: number
}

export function readScanQuery(query: Request['query']): ScanQuery {
  return {
    severity: Severity.safeParse(query['severity']).data,
    category: Category.safeParse(query['category']).data,
    state: findingStates.find((state) => state === query['state']),
    isWithCode: query['show'] === 'code',
    page: pageNumber(query['page']),
    part: pageNumber(query['part']),
  }
}

/** Returns the URL of a scan page with this query. */
export function scanAddress(
  scanId: string,
  { severity, category, state, isWithCode, page, part }: Partial<ScanQuery> = {},
): string {
  return addressWith(`/scan/${scanId}`, {
    severity,
    category,
    state,
    show: isWithCode ? 'code' : undefined,
    part: part === 1 ? undefined : part,
    page: page === 1 ? undefined : page,
  })
}
