import type { ScanStage } from '../engine/model/scan.ts'
import type { StageActivity } from '../engine/scanner/progress.ts'

/** Output stream of commands, such as `process.stdout`. */
export interface TerminalStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean
  readonly columns?: number | undefined
  hasColors?(): boolean
}

/** Shows a command's progress on stderr, so that stdout contains only its result. */
export interface Progress extends Disposable {
  /** Shows the current stage. `detail` is the progress within the stage and may change often. */
  show(stage: string, detail?: string): void
  /** Removes the live line. Required before other output to the terminal. */
  clear(): void
}

/** Adds disposal, which clears the line if a command throws. */
const disposable = (progress: Pick<Progress, 'show' | 'clear'>): Progress => ({
  ...progress,
  [Symbol.dispose]: () => progress.clear(),
})

/** Progress text of each stage. */
const stageNames: Record<ScanStage, string> = {
  queued: 'Waiting',
  source: 'Fetching the source',
  components: 'Resolving dependencies',
  code: 'Reading source files',
  advisories: 'Matching advisories',
  detectors: 'Running detectors',
  finished: 'Finishing',
}

/** Progress text of work within a stage. */
const activityNames: Record<StageActivity, string> = { 'reading-dependencies': 'Reading dependencies' }

/** Minimum time between two lines about the same stage if stderr is not a terminal. */
const plainDetailMs = 10_000

/**
 * On a terminal, shows one line that is rewritten as work continues. Elsewhere, prints a line per stage, or nothing if
 * `plain` is false.
 */
export function progressLine(
  stream: TerminalStream,
  { plain = true, now = () => performance.now() }: { readonly plain?: boolean; readonly now?: () => number } = {},
): Progress {
  // A terminal that cannot move its cursor (TERM=dumb) has no colors either.
  if (stream.isTTY === true && stream.hasColors?.() === true) return disposable(liveLine(stream))
  return disposable(plain ? plainLines(stream, now) : { show: () => {}, clear: () => {} })
}

export function showScanStage(
  progress: Progress,
  {
    subject,
    stage,
    percent,
    activity,
  }: {
    readonly subject: string
    readonly stage: ScanStage
    readonly percent: number
    readonly activity?: StageActivity | undefined
  },
): void {
  const name = activity === undefined ? stageNames[stage] : activityNames[activity]
  progress.show(`${name}: ${subject}`, `${percent}%`)
}

function liveLine(stream: TerminalStream): Pick<Progress, 'show' | 'clear'> {
  let shown = false
  return {
    show(stage, detail) {
      const room = (stream.columns || 80) - 1
      const end = detail === undefined ? '' : ` (${detail})`
      stream.write(`\r\u001B[K${stage.slice(0, Math.max(0, room - end.length))}${end}`.slice(0, room + 4))
      shown = true
    },
    clear() {
      if (shown) stream.write('\r\u001B[K')
      shown = false
    },
  }
}

function plainLines(stream: TerminalStream, now: () => number): Pick<Progress, 'show' | 'clear'> {
  // Stages of a scan can overlap and alternate. Each one is announced once.
  const announced = new Set<string>()
  let writtenAt = 0
  return {
    show(stage, detail) {
      const isNew = !announced.has(stage)
      if (!isNew && (detail === undefined || now() - writtenAt < plainDetailMs)) return
      stream.write(isNew ? `${stage}\n` : `${stage} (${detail})\n`)
      announced.add(stage)
      writtenAt = now()
    },
    clear() {},
  }
}
