import type { ScanStage } from '../model/scan.ts'

/** Hears where a scan is: its stage, and how far along the whole is, 0 to 100. */
export type ReportProgress = (stage: ScanStage, percent: number) => Promise<void> | void

/** Between two reports of one stage, in milliseconds. */
const minIntervalMs = 500

/**
 * Passes on a new stage at once, and further percents of it at most every half second, so that a
 * chatty stage costs few writes. Resolves when the report was passed on.
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

/** Where each stage begins, in percent of a whole scan, as measured on packages without lockfile. */
const begins = { source: 0, components: 15, code: 65, advisories: 85, detectors: 90 } as const
/** Where, in the stage `code`, files are read and data begins to be followed through them. */
const followingBegins = 75

/** The percent at which a stage begins. */
export function stageBegins(stage: keyof typeof begins): number {
  return begins[stage]
}

/** How far a scan is when this share, 0 to 1, of its source is fetched. */
export function percentOfFetch(share: number): number {
  return begins.source + Math.floor((begins.components - begins.source - 1) * Math.min(1, Math.max(0, share)))
}

/**
 * How far a scan is while it resolves dependencies: nobody knows how many there will be, half of what is left goes with
 * each 100.
 */
export function percentOfComponents(packages: number): number {
  const span = begins.code - begins.components - 1
  return begins.components + Math.floor(span * (1 - 0.5 ** (packages / 100)))
}

/** How far a scan is when this share, 0 to 1, of its source files is read. */
export function percentOfCode(share: number): number {
  return begins.code + Math.floor((followingBegins - begins.code - 1) * Math.min(1, Math.max(0, share)))
}

/** How far a scan is when data was followed through this share, 0 to 1, of the files that it is followed through. */
export function percentOfFollowing(share: number): number {
  return followingBegins + Math.floor((begins.advisories - followingBegins - 1) * Math.min(1, Math.max(0, share)))
}
