import type { Database } from '../../db/client.ts'
import { listScanProgress } from '../../db/scans/progress.ts'
import type { ScanStage, ScanStatus } from '../../../engine/model/scan.ts'
import { queuePositionOf } from '../../scans/estimate-completion.ts'
import { type ShownStage, shownStages } from './scan-stages.ts'

/** Progress of a queued or running scan. It reveals nothing about the project. */
export interface ShownProgress {
  readonly percent: number
  /** States whether the scan is waiting or running. */
  readonly heading: string
  /** Description of the current step. */
  readonly says: string
  /** Empty while the scan is waiting. */
  readonly stages: readonly ShownStage[]
}

const stageSentences: Readonly<Record<ScanStage, string>> = {
  queued: 'The scan is starting.',
  source: 'Assay is fetching the source.',
  components: 'Assay is reading the dependencies.',
  code: 'Assay is reading the code.',
  advisories: 'Assay is looking up advisories.',
  detectors: 'Assay is running its detectors.',
  finished: 'Assay is storing the results.',
}

type UnfinishedRow = Parameters<typeof queuePositionOf>[1] & {
  readonly id: string
  readonly status: ScanStatus
  readonly stage: ScanStage
  readonly percent: number
}

/**
 * Returns an unfinished scan's progress. The heading follows the status, because a stage can remain from an earlier
 * run.
 */
export async function findShownProgress(db: Database, scan: UnfinishedRow): Promise<ShownProgress> {
  if (scan.status === 'pending') {
    const position = await queuePositionOf(db, scan)
    return {
      percent: 0,
      heading: 'Scan waiting',
      says: `The scan is waiting to start. Position in the queue: ${position}.`,
      stages: [],
    }
  }
  return {
    percent: scan.percent,
    heading: 'Scan running',
    says: stageSentences[scan.stage],
    stages: shownStages(scan.stage, await listScanProgress(db, scan.id, 0)),
  }
}
