import { readFileSync, writeSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { WatchdogNotice, WatchdogOptions } from './watchdog.ts'

// The thread of the watchdog; see `startWatchdog`. It loads only what it needs to watch, and loads the database only to
// record a stall.

const { databaseUrl, directUrl, bounds, beats }: WatchdogOptions = workerData
const counter = new Int32Array(beats)
const lookMs = 500
/** Unit of a thread's CPU time on Linux: a hundredth of a second. */
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

/**
 * Returns the watched thread's CPU time, or undefined if the system does not provide it. The watched thread is the
 * process's main thread.
 */
function busyMs(): number | undefined {
  try {
    const stat = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1')
    // The program name can contain spaces and parentheses. User and system time are fields 14 and 15.
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
  // Counts checks instead of elapsed time, because a suspended machine runs only one check, however long it sleeps.
  silentLooks += 1
  const silentMs = silentLooks * lookMs
  const isBusy = busy === undefined ? silentMs >= bounds.busyMs : busy - busyAtBeat >= bounds.busyMs
  if (!isBusy && silentMs < bounds.silentMs) return
  clearInterval(timer)
  void endProcess(isBusy)
}

/**
 * Records the stall, if any, and ends the process. If the thread was computing, a source caused the stall. If it was
 * waiting, its scans are retried without a record.
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
  const database = openDatabase(databaseUrl, { maxConnections: 1, applicationName: 'assay watchdog', directUrl })
  try {
    await noteStalls(database.db, [...sourceKeys], { now: new Date(), isAlone: sourceKeys.size === 1 })
    return true
  } catch {
    return false
  }
}

const timer = setInterval(look, lookMs)
