import { Session } from 'node:inspector/promises'

/** Measures which parts of this project's code have run. */
export interface CoverageMeter extends AsyncDisposable {
  /** Returns the number of parts that ran for the first time since the last call. */
  take(): Promise<number>
}

/** Measures blocks with V8. Counts are omitted, which is faster. */
export async function openCoverage(): Promise<CoverageMeter> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const seen = new Set<string>()
  return {
    async take() {
      const { result } = await session.post('Profiler.takePreciseCoverage')
      const before = seen.size
      for (const { url, functions } of result) {
        if (!url.includes('/src/engine/')) continue
        for (const { ranges } of functions)
          for (const { startOffset, endOffset, count } of ranges)
            if (count > 0) seen.add(`${url}:${startOffset}:${endOffset}:${bucketOf(count)}`)
      }
      return seen.size - before
    },
    async [Symbol.asyncDispose]() {
      await session.post('Profiler.stopPreciseCoverage')
      session.disconnect()
    },
  }
}

/** A loop that runs much more often counts as a different part. */
const bucketOf = (count: number): number => Math.min(8, Math.floor(Math.log2(count) / 2))
