import type { ScanStage } from '../model/scan.ts'

const sayings: Record<ScanStage, string> = {
  queued: 'waiting',
  source: 'fetching the source',
  components: 'resolving dependencies',
  code: 'reading source files',
  advisories: 'consulting advisories',
  detectors: 'running detectors',
  finished: 'done',
}

/** One line that is written over again while work goes on; silent where nobody watches. */
export function progressLine(stream: NodeJS.WriteStream) {
  let shown = false
  const write = (text: string) => {
    // A terminal that cannot go back in its line (TERM=dumb) has no colours either.
    if (!stream.isTTY || !stream.hasColors()) return
    stream.write(`\r\u001B[K${text.slice(0, (stream.columns || 80) - 1)}`)
    shown = true
  }
  return {
    show: (subject: string, stage: ScanStage, percent: number) => write(`${String(percent).padStart(3)} %  ${sayings[stage]}  ${subject}`),
    say: write,
    clear() {
      if (shown) stream.write('\r\u001B[K')
      shown = false
    },
  }
}
