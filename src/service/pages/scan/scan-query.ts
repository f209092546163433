import type { Request } from 'express'
import { findingStates, type FindingState } from '../../../engine/model/finding.ts'
import { Category } from '../../../engine/model/rule.ts'
import { Severity } from '../../../engine/model/severity.ts'
import { addressWith, pageNumber } from '../parts/paging.ts'

/** Which findings of a scan are shown, and how. */
export interface ScanQuery {
  readonly severity: Severity | undefined
  readonly category: Category | undefined
  /** Absent: open ones. Only insiders may choose: what was there before is what earlier scans of the submitter say. */
  readonly state: FindingState | undefined
  /** With their code and ways, a few on a page, instead of a list. */
  readonly isWithCode: boolean
  readonly page: number
}

export function readScanQuery(query: Request['query']): ScanQuery {
  return {
    severity: Severity.safeParse(query['severity']).data,
    category: Category.safeParse(query['category']).data,
    state: findingStates.find((state) => state === query['state']),
    isWithCode: query['show'] === 'code',
    page: pageNumber(query['page']),
  }
}

/** The address of a scan's page with these findings. */
export function scanAddress(
  scanId: string,
  { severity, category, state, isWithCode, page }: Partial<ScanQuery> = {},
): string {
  return addressWith(`/scan/${scanId}`, {
    severity,
    category,
    state,
    show: isWithCode ? 'code' : undefined,
    page: page === 1 ? undefined : page,
  })
}
