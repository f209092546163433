import type { Logger } from 'pino'
import type { Database } from '../../db/client.ts'
import { noteStalls } from '../../db/scans/source-stalls.ts'
import { type ProcessWatch, type StallBounds, type StallKind, watchProcess } from '../process/process-watch.ts'

/** The scans that run in the scan process, and could stall it. */
export interface WatchedScans {
  /** Reports that a scan of this source has started, which may cause a stall. */
  begin(scanId: string, sourceKey: string): void
  end(scanId: string): void
}

export interface StallWatch extends WatchedScans {
  /**
   * Watches a process, and ends it if it stalls. Records the stall for the sources of its running scans.
   *
   * @param scansIn returns the IDs of the scans in the process
   */
  watch(pid: number | undefined, end: (reason: string) => void, scansIn: () => readonly string[]): ProcessWatch
}

/** How long recording a stall may take. */
const noteWithinMs = 3_000

const reasons: Readonly<Record<StallKind, string>> = {
  busy: 'a scan stalled it',
  silent: 'it was blocked and did not respond',
}

/**
 * Creates the watch over this worker's scan process. A process that computes has been stalled by a source. A process
 * that waits is ended too, and its scans are retried without a record.
 */
export function createStallWatch({
  db,
  log,
  bounds,
}: {
  readonly db: Database
  readonly log: Logger
  readonly bounds?: StallBounds
}): StallWatch {
  const inWork = new Map<string, string>()

  async function note(sourceKeys: ReadonlySet<string>): Promise<boolean> {
    const noted = noteStalls(db, [...sourceKeys], { now: new Date(), isAlone: sourceKeys.size === 1 }).then(
      () => true,
      () => false,
    )
    const late = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => late.resolve(false), noteWithinMs)
    try {
      return await Promise.race([noted, late.promise])
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    begin: (scanId, sourceKey) => void inWork.set(scanId, sourceKey),
    end: (scanId) => void inWork.delete(scanId),
    watch: (pid, end, scansIn) =>
      watchProcess(
        pid,
        async (kind) => {
          const scans = scansIn().filter((id) => inWork.has(id))
          const sources = new Set(scans.flatMap((id) => inWork.get(id) ?? []))
          // The stall is recorded first, so that no other worker takes the scan before it knows of it.
          const isNoted = kind === 'busy' && sources.size > 0 && (await note(sources))
          log.error({ scans, isNoted }, `the scan process is ended: ${reasons[kind]}`)
          end(reasons[kind])
        },
        bounds,
      ),
  }
}
