import type { ScanStage } from '../model/scan.ts'

/** Work within a stage that may take long. */
export type StageActivity = 'reading-dependencies'

/**
 * Called with the current scan stage and the total progress from 0 to 100. `activity` is work other than the usual work
 * of the stage.
 */
export type ReportProgress = (stage: ScanStage, percent: number, activity?: StageActivity) => Promise<void> | void

/** Minimum interval between two reports within one stage, in milliseconds. */
const minIntervalMs = 500

/**
 * Returns a progress callback that forwards a new stage immediately, and progress within a stage at most every half
 * second, to limit the number of writes. It resolves after the report is forwarded.
 */
export function throttledProgress(report: ReportProgress): ReportProgress {
  let last: { stage: ScanStage; percent: number; at: number } | undefined
  return async (stage, percent) => {
    const at = performance.now()
    if (last?.stage === stage && (percent <= last.percent || at - last.at < minIntervalMs)) return
    last = { stage, percent, at }
    await report(stage, percent)
  }
}

/** Progress at the start of each stage, based on measurements of packages without a lockfile. */
const begins = { source: 0, components: 15, code: 65, advisories: 85, detectors: 90 } as const
/** Progress within the stage `code` when the taint analysis starts. */
const followingBegins = 75

/** Returns the progress at the start of a stage. */
export function stageBegins(stage: keyof typeof begins): number {
  return begins[stage]
}

/** Returns the progress after the given share of the source, 0 to 1, has been fetched. */
export function percentOfFetch(share: number): number {
  return begins.source + Math.floor((begins.components - begins.source - 1) * Math.min(1, Math.max(0, share)))
}

/**
 * Returns the progress during dependency resolution. The number of packages is not known in advance, so every 100
 * packages add half of the stage's remaining progress.
 */
export function percentOfComponents(packages: number): number {
  const span = begins.code - begins.components - 1
  return begins.components + Math.floor(span * (1 - 0.5 ** (packages / 100)))
}

/** Returns the progress after the given share of the source files, 0 to 1, has been parsed. */
export function percentOfCode(share: number): number {
  return begins.code + Math.floor((followingBegins - begins.code - 1) * Math.min(1, Math.max(0, share)))
}

/** Returns the progress after the given share of the files, 0 to 1, has been analyzed. */
export function percentOfFollowing(share: number): number {
  return followingBegins + Math.floor((begins.advisories - followingBegins - 1) * Math.min(1, Math.max(0, share)))
}

/** Returns the progress after the given share of the dependencies, 0 to 1, has been read. */
export function percentOfDependencies(share: number): number {
  return begins.advisories + Math.floor((begins.detectors - begins.advisories - 1) * Math.min(1, Math.max(0, share)))
}
