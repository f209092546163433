import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { markIn } from '../../../engine/isolation/kernel/process-mark.ts'

/** Number of searches. A program that starts others faster than they are found is left after them. */
const maxRounds = 50
const pauseMs = 10

/**
 * Kills every process with a mark, in whatever session and group. Repeats the search until it finds none, because a
 * process can start another one before it is killed.
 */
export async function endMarkedProcesses(mark: number): Promise<void> {
  const killed = new Set<number>()
  for (let round = 0; round < maxRounds; round += 1) {
    // A killed process has its mark until the system has collected it.
    const marked = (await withMark(mark)).filter((pid) => !killed.has(pid))
    if (marked.length === 0) return
    for (const pid of marked) {
      kill(pid)
      killed.add(pid)
    }
    await pause(pauseMs)
  }
}

/** Returns the processes with a mark. */
async function withMark(mark: number): Promise<number[]> {
  const names = await readdir('/proc').catch(() => [])
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(pids.map(async (pid) => markIn(await limitsOf(pid)) === mark))
  return pids.filter((_pid, at) => found[at])
}

/** Returns an empty text if the process has ended. */
const limitsOf = (pid: number): Promise<string> => readFile(`/proc/${pid}/limits`, 'latin1').catch(() => '')

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended.
  }
}
