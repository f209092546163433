import type { Measurement } from '../../measurement.ts'
import recorded from '../../results/sources.json' with { type: 'json' }

/** A scan of a real project that the part `sources` has measured. */
export interface RecordedScan {
  readonly seconds: number
  /** Number of package versions in the inventory. */
  readonly components: number
}

/**
 * Returns the complete scans in `bench/results/sources.json`: npm packages, PyPI projects, and git repositories. Each
 * was scanned with the command line in a new process, so its time includes the start of the process and the downloads.
 */
export function recordedScans(measurements: readonly Measurement[] = recorded): readonly RecordedScan[] {
  return measurements.flatMap(({ measure, unit, median }) => {
    const components = /^(?:git|npm|pypi) \S+@\S+: .*, (\d+) components$/.exec(measure)?.[1]
    return unit === 's' && components !== undefined ? [{ seconds: median, components: Number(components) }] : []
  })
}
