import type { ScanStage } from '../engine/model/scan.ts'

/** Shows on stderr what a command does now, so that its result on stdout stays clean. */
export interface Progress extends Disposable {
  /** A stage of the work; `detail` says how far it is and may change often. */
  show(stage: string, detail?: string): void
  /** Removes the live line before anything else is written to the terminal. */
  clear(): void
}

/** Disposal clears the line too, for commands that end with an error. */
const disposable = (progress: Pick<Progress, 'show' | 'clear'>): Progress => ({
  ...progress,
  [Symbol.dispose]: () => progress.clear(),
})

/** What a scan does in each stage; the last one has its result to show. */
const stageNames: Record<ScanStage, string> = {
  queued: 'Waiting',
  source: 'Fetching the source',
  components: 'Resolving dependencies',
  code: 'Reading source files',
  advisories: 'Matching advisories',
  detectors: 'Running detectors',
  finished: 'Finishing',
}

/** Without a terminal a stage that takes longer says how far it is, but no more often than this. */
const plainDetailMs = 10_000

/**
 * One line on a terminal that is rewritten as work goes on. Without a terminal each stage gets a line of its own,
 * or none if `plain` is false.
 */
export function progressLine(
  stream: NodeJS.WriteStream,
  { plain = true, now = () => performance.now() }: { readonly plain?: boolean; readonly now?: () => number } = {},
): Progress {
  // A terminal that cannot go back in its line (TERM=dumb) has no colors either.
  if (stream.isTTY && stream.hasColors()) return disposable(liveLine(stream))
  return disposable(plain ? plainLines(stream, now) : { show: () => {}, clear: () => {} })
}

/** Shows the stage of a scan. */
export function showScanStage(
  progress: Progress,
  { subject, stage, percent }: { readonly subject: string; readonly stage: ScanStage; readonly percent: number },
): void {
  progress.show(`${stageNames[stage]}: ${subject}`, `${percent} %`)
}

function liveLine(stream: NodeJS.WriteStream): Pick<Progress, 'show' | 'clear'> {
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

function plainLines(stream: NodeJS.WriteStream, now: () => number): Pick<Progress, 'show' | 'clear'> {
  // Parts of a scan run side by side and take turns here: each is announced once.
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
