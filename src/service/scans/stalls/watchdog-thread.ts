import { readFileSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchdogNotice, WatchdogOptions } from './watchdog.ts'

// The watchdog's own thread; see `startWatchdog`. It loads nothing but what it watches with: the database only when it
// has something to note.

const { databaseUrl, bounds, beats }: WatchdogOptions = workerData
const counter = new Int32Array(beats)
const lookMs = 500
/** Linux counts processor time of threads in hundredths of a second. */
const tickMs = 10
const noteWithinMs = 3_000

const inWork = new Map<string, string>()
let lastBeat = -1
let busyAtBeat = 0
let silentLooks = 0

parentPort?.on('message', (notice: WatchdogNotice) => {
  if ('begun' in notice) inWork.set(notice.begun, notice.sourceKey)
  else inWork.delete(notice.ended)
})

/** Processor time of the thread that is watched: the first of the process. Undefined where the system does not say. */
function busyMs(): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    // The name of the program may hold spaces and parentheses; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}

function look(): void {
  const beat = Atomics.load(counter, 0)
  const busy = busyMs()
  if (beat !== lastBeat || inWork.size === 0) {
    lastBeat = beat
    busyAtBeat = busy ?? 0
    silentLooks = 0
    return
  }
  // Counts checks, not elapsed time: a suspended machine makes one check, however long it sleeps.
  silentLooks += 1
  const silentMs = silentLooks * lookMs
  const isBusy = busy === undefined ? silentMs >= bounds.busyMs : busy - busyAtBeat >= bounds.busyMs
  if (!isBusy && silentMs < bounds.silentMs) return
  clearInterval(timer)
  void endProcess(isBusy)
}

/**
 * A thread that computed is stalled by what it computed on. One that waited is not: its scans are tried again without a
 * note.
 */
async function endProcess(isBusy: boolean): Promise<void> {
  const scans = [...inWork.keys()]
  let isNoted = false
  try {
    if (isBusy)
      isNoted = await Promise.race([
        note(new Set(inWork.values())),
        new Promise<boolean>((resolve) => setTimeout(resolve, noteWithinMs, false)),
      ])
  } finally {
    const msg = isBusy
      ? 'the process ends: its thread is stalled by a scan'
      : 'the process ends: its thread is blocked and does not respond'
    writeSync(2, `${JSON.stringify({ level: 60, time: Date.now(), scans, isNoted, msg })}\n`)
    process.kill(process.pid, 'SIGKILL')
  }
}

async function note(sourceKeys: ReadonlySet<string>): Promise<boolean> {
  const [{ openDatabase }, { noteStalls }] = await Promise.all([
    import('../../db/client.ts'),
    import('../../db/scans/source-stalls.ts'),
  ])
  const database = openDatabase(databaseUrl, { maxConnections: 1, applicationName: 'assay watchdog' })
  try {
    await noteStalls(database.db, [...sourceKeys], { now: new Date(), isAlone: sourceKeys.size === 1 })
    return true
  } catch {
    return false
  }
}

const timer = setInterval(look, lookMs)
