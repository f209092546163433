import { randomBytes } from 'node:crypto'
import type { ScanReport } from '../../engine/model/scan-report.ts'
import type { ScanStage } from '../../engine/model/scan.ts'
import type { StoredReport } from '../../engine/scanner/file-reports/file-reports.ts'
import { ToolError } from '../../mcp/tool-error.ts'
import { backgroundScanLimits } from './background-scan-limits.ts'

export type ScanOutcome =
  | { readonly status: 'finished'; readonly report: ScanReport; readonly scannedAt: Date }
  | { readonly status: 'cancelled' }
  | { readonly status: 'crashed' }

/** Running or finished scan of this process. */
export interface BackgroundScan {
  readonly id: string
  readonly target: string
  readonly stage: ScanStage
  readonly percent: number
  /** Undefined while the scan runs. */
  readonly outcome: ScanOutcome | undefined
}

/** Runs the scan. Rejects if the signal aborts. */
type Work = (call: {
  readonly signal: AbortSignal
  readonly report: (stage: ScanStage, percent: number) => void
}) => Promise<ScanReport>

interface ScanState extends BackgroundScan {
  stage: ScanStage
  percent: number
  outcome: ScanOutcome | undefined
  waiters: number
  readonly stop: AbortController
  readonly end: Promise<void>
  readonly listeners: Set<() => void>
}

/** Scans of one MCP server process. Limits how many run at once. Disposal ends all scans. */
export class BackgroundScans implements AsyncDisposable {
  readonly #byId = new Map<string, ScanState>()
  readonly #running = new Map<string, ScanState>()
  readonly #queue: (() => void)[] = []
  readonly #logError: (error: unknown) => void
  #active = 0

  /** @param logError receives unexpected errors of scans */
  constructor(logError: (error: unknown) => void) {
    this.#logError = logError
  }

  /**
   * Starts a scan, or returns the running one with the same key. Throws ToolError if too many scans are queued.
   *
   * @param target the target as the client wrote it
   */
  start(key: string, target: string, work: Work): BackgroundScan {
    const same = this.#running.get(key)
    if (same) return same
    if (this.#queue.length >= backgroundScanLimits.maxQueued)
      throw new ToolError(
        `${backgroundScanLimits.maxQueued} scans are waiting. Wait until a scan has finished, and try again.`,
      )
    const { promise: end, resolve } = Promise.withResolvers<void>()
    const scan = this.#add({ target, stage: 'queued', percent: 0, outcome: undefined, end })
    this.#running.set(key, scan)
    void this.#run(scan, work).finally(() => {
      if (this.#running.get(key) === scan) this.#running.delete(key)
      resolve()
    })
    return scan
  }

  /** Registers a finished scan for a stored report, so that its findings can be explained. */
  adopt(target: string, { report, scannedAt }: StoredReport): BackgroundScan {
    for (const scan of this.#byId.values())
      if (
        scan.target === target &&
        scan.outcome?.status === 'finished' &&
        scan.outcome.scannedAt.getTime() === scannedAt.getTime()
      )
        return scan
    const outcome = { status: 'finished', report, scannedAt } as const
    return this.#add({ target, stage: 'finished', percent: 100, outcome, end: Promise.resolve() })
  }

  find(id: string): BackgroundScan | undefined {
    return this.#byId.get(id)
  }

  /** Returns the reports of finished scans, newest first. */
  reports(): readonly ScanReport[] {
    return [...this.#byId.values()]
      .toReversed()
      .flatMap(({ outcome }) => (outcome?.status === 'finished' ? [outcome.report] : []))
  }

  /**
   * Waits until the scan ends or the timeout expires. If the signal aborts and no other request waits for the scan,
   * cancels the scan.
   */
  async wait(
    { id }: BackgroundScan,
    {
      seconds,
      signal,
      onProgress,
    }: { seconds: number; signal: AbortSignal; onProgress: (scan: BackgroundScan) => void },
  ): Promise<void> {
    const scan = this.#byId.get(id)
    if (!scan || scan.outcome || seconds === 0) return
    const listener = () => onProgress(scan)
    scan.listeners.add(listener)
    scan.waiters += 1
    const { promise: aborted, resolve: abort } = Promise.withResolvers<void>()
    const timer = setTimeout(abort, seconds * 1_000)
    signal.addEventListener('abort', () => abort(), { once: true })
    if (signal.aborted) abort()
    listener()
    await Promise.race([scan.end, aborted])
    clearTimeout(timer)
    scan.listeners.delete(listener)
    scan.waiters -= 1
    if (signal.aborted && scan.waiters === 0) scan.stop.abort()
  }

  async #run(scan: ScanState, work: Work): Promise<void> {
    const report = (stage: ScanStage, percent: number) => {
      scan.stage = stage
      scan.percent = Math.max(scan.percent, percent)
      for (const listener of scan.listeners) listener()
    }
    const { signal } = scan.stop
    if (!(await this.#turn(signal))) {
      scan.outcome = { status: 'cancelled' }
      return
    }
    try {
      const done = await work({ signal, report })
      scan.outcome = { status: 'finished', report: done, scannedAt: new Date() }
    } catch (error) {
      scan.outcome = signal.aborted ? { status: 'cancelled' } : { status: 'crashed' }
      if (!signal.aborted) this.#logError(error)
    } finally {
      this.#active -= 1
      this.#queue.shift()?.()
    }
  }

  /** Resolves to true when the scan may run, or to false if it was canceled first. */
  async #turn(signal: AbortSignal): Promise<boolean> {
    if (this.#active >= backgroundScanLimits.maxRunning) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#queue.push(resolve)
      signal.addEventListener('abort', () => {
        const place = this.#queue.indexOf(resolve)
        if (place >= 0) this.#queue.splice(place, 1)
        resolve()
      })
      await promise
    }
    if (signal.aborted) return false
    this.#active += 1
    return true
  }

  #add(scan: Omit<ScanState, 'id' | 'waiters' | 'stop' | 'listeners'>): ScanState {
    const id = `scan_${randomBytes(9).toString('base64url')}`
    const added = { ...scan, id, waiters: 0, stop: new AbortController(), listeners: new Set<() => void>() }
    this.#byId.set(id, added)
    for (const { id: oldId, outcome } of this.#byId.values())
      if (this.#byId.size > backgroundScanLimits.maxKept && outcome && oldId !== id) this.#byId.delete(oldId)
    return added
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const running = [...this.#running.values()]
    for (const { stop } of running) stop.abort()
    await Promise.all(running.map(({ end }) => end))
  }
}
