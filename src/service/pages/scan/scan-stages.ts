import type { ScanProgressRow } from '../../db/scans/progress.ts'
import { type ScanStage, scanStages } from '../../../engine/model/scan.ts'

/** Scan stage, as shown on the page. */
export interface ShownStage {
  readonly stage: ScanStage
  readonly title: string
  readonly state: 'done' | 'running' | 'next'
  /** Duration of a finished stage, such as `2.1 s`. Empty for other stages. */
  readonly duration: string
}

const titles: Readonly<Record<Exclude<ScanStage, 'queued'>, string>> = {
  source: 'Fetch the source',
  components: 'Read the dependencies',
  code: 'Read and analyze the code',
  advisories: 'Look up advisories',
  detectors: 'Run the detectors',
  finished: 'Store the results',
}

const runningStages = scanStages.filter((stage) => stage !== 'queued')

/**
 * Returns a scan's stages in order, with the durations of the finished ones.
 *
 * @param steps recorded progress in order. A retried scan restarts with the first stage.
 */
export function shownStages(
  current: ScanStage,
  steps: readonly Pick<ScanProgressRow, 'stage' | 'recordedAt'>[],
): readonly ShownStage[] {
  const starts = startsOf(steps)
  const at = runningStages.findIndex((stage) => stage === current)
  return runningStages.map((stage, index) => ({
    stage,
    title: titles[stage],
    state: index < at ? 'done' : index === at ? 'running' : 'next',
    duration: index < at ? durationOf(starts, index) : '',
  }))
}

/** Returns the start time of each stage in the last attempt. */
function startsOf(steps: readonly Pick<ScanProgressRow, 'stage' | 'recordedAt'>[]): ReadonlyMap<ScanStage, Date> {
  const starts = new Map<ScanStage, Date>()
  let last = -1
  for (const { stage, recordedAt } of steps) {
    const place = scanStages.indexOf(stage)
    if (place < last) starts.clear()
    if (!starts.has(stage)) starts.set(stage, recordedAt)
    last = place
  }
  return starts
}

/** Returns a stage's duration. A stage ends when the next one that ran starts, because a reused result skips stages. */
function durationOf(starts: ReadonlyMap<ScanStage, Date>, index: number): string {
  const [stage, ...later] = runningStages.slice(index)
  const start = stage && starts.get(stage)
  const end = later.flatMap((next) => starts.get(next) ?? [])[0]
  if (!start) return 'skipped'
  return end ? `${((end.getTime() - start.getTime()) / 1_000).toFixed(1)} s` : ''
}
