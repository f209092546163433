import { detectorSeconds, scanStageSeconds } from './metrics.ts'
import type { ScanStage } from '../../engine/model/scan.ts'
import type { ScanFindings } from './resolve-or-reuse.ts'
import type { ReportProgress } from '../../engine/scanner/progress.ts'

/** Measures how long a scan is at each stage; letting go of it ends the last one. */
export interface StageClock extends Disposable {
  /** Passes reports on, and hears of them. */
  noting(report: ReportProgress): ReportProgress
}

export function clockStages(): StageClock {
  let current: { readonly stage: ScanStage; readonly at: number } | undefined
  const end = () => {
    if (current) scanStageSeconds.observe({ stage: current.stage }, (performance.now() - current.at) / 1_000)
    current = undefined
  }
  return {
    noting: (report) => (stage, percent) => {
      if (stage !== current?.stage) {
        end()
        current = { stage, at: performance.now() }
      }
      return report(stage, percent)
    },
    [Symbol.dispose]: end,
  }
}

/** Counts what detectors took; what is known from an earlier scan was counted with that. */
export function countDetectors({ cached, coverage }: ScanFindings): void {
  if (cached) return
  for (const { id, status, durationMs } of coverage.detectors)
    detectorSeconds.observe({ detector: id, status }, durationMs / 1_000)
}
