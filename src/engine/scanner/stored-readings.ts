import type { SourceFileReading } from '../analysis/source-file.ts'
import { sourceFileLimits } from '../analysis/source-file-limits.ts'
import type { ResultCache } from './result-cache.ts'

/**
 * Stores results for later scans, many per statement. Stores only results that depend solely on the file's content. For
 * example, a parser that ran out of stack may succeed the next time.
 */
export function storedReadings(fileResults: ResultCache | undefined) {
  let waiting: { key: Buffer; result: SourceFileReading }[] = []
  const flush = async () => {
    const batch = waiting
    waiting = []
    if (batch.length > 0) await fileResults?.keep(batch)
  }
  return {
    flush,
    async add(key: Buffer, reading: SourceFileReading): Promise<void> {
      if (!fileResults || ('notUnderstood' in reading && reading.notUnderstood.cause === 'complexity')) return
      waiting.push({ key, result: reading })
      if (waiting.length === sourceFileLimits.maxResultsPerQuery) await flush()
    },
  }
}
