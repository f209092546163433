import type { ScanStage } from '../model/scan.ts'

/** Hears where a scan is: its stage, and how far along the whole is, 0 to 100. */
export type ReportProgress = (stage: ScanStage, percent: number) => Promise<void> | void
