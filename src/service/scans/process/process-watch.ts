import { readFileSync } from 'node:fs'

/** Limits after which a process is considered stalled, in milliseconds. */
export interface StallBounds {
  /** CPU time that its main thread used without a turn of its event loop. */
  readonly busyMs: number
  /** Time without a turn, regardless of what the thread did. */
  readonly silentMs: number
}

/**
 * `busyMs` is above the longest measured block with the worst inputs, less than 1 s. It measures CPU time, because a
 * machine that is suspended, swaps, or is overloaded can stop a thread for any time without a fault of the scan.
 * `silentMs` is for a thread that waits for a disk that never responds.
 */
export const stallBounds: StallBounds = { busyMs: 6_000, silentMs: 120_000 }

/** How a process is stalled: its thread computes, or it waits. */
export type StallKind = 'busy' | 'silent'

/** Watch over one process. Disposal ends it. */
export interface ProcessWatch extends Disposable {
  /** Must be called with each sign of life. */
  beat(): unknown
}

const lookMs = 500
/** Unit of a thread's CPU time on Linux: a hundredth of a second. */
const tickMs = 10

/**
 * Watches a process that sends signs of life. Calls `onStall` once if it stalls. Counts looks instead of elapsed time,
 * because a suspended machine makes only one, however long it sleeps.
 */
export function watchProcess(
  pid: number | undefined,
  onStall: (kind: StallKind) => void,
  bounds: StallBounds = stallBounds,
): ProcessWatch {
  let busyAtBeat = busyMs(pid) ?? 0
  let silentLooks = 0
  let hasBeaten = false
  const timer = setInterval(() => {
    const busy = busyMs(pid)
    if (hasBeaten) {
      hasBeaten = false
      silentLooks = 0
      busyAtBeat = busy ?? 0
      return
    }
    silentLooks += 1
    // This thread may have been blocked itself, with signs of life waiting.
    if (silentLooks < 3) return
    const silentMs = silentLooks * lookMs
    const isBusy = busy === undefined ? silentMs >= bounds.busyMs : busy - busyAtBeat >= bounds.busyMs
    if (!isBusy && silentMs < bounds.silentMs) return
    clearInterval(timer)
    onStall(isBusy ? 'busy' : 'silent')
  }, lookMs).unref()
  return {
    beat: () => (hasBeaten = true),
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** Returns the CPU time of a process's main thread, or undefined if the system does not provide it. */
function busyMs(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1')
    // The program name can contain spaces and parentheses. User and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * tickMs
  } catch {
    return undefined
  }
}
