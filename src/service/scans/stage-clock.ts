import { detectorSeconds, scanStageSeconds } from './metrics.ts'
import type { ScanStage } from '../../engine/model/scan.ts'
import type { ScanFindings } from './resolve-or-reuse.ts'
import type { ReportProgress } from '../../engine/scanner/progress.ts'

/** Measures the time that a scan spends in each stage. Disposal ends the last stage. */
export interface StageClock extends Disposable {
  /** Wraps `report` to measure the stages. */
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

/** Records the duration of each detector. Skips reused results, whose durations were recorded by the original scan. */
export function countDetectors({ cached, coverage }: ScanFindings): void {
  if (cached) return
  for (const { id, status, durationMs } of coverage.detectors)
    detectorSeconds.observe({ detector: id, status }, durationMs / 1_000)
}
