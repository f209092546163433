import { readdirSync, readFileSync } from 'node:fs'

/** Kills a process group. Does nothing if it has already ended. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All processes of the group have already ended.
  }
}

/**
 * Returns a process's CPU time in milliseconds, or undefined if the system does not report it. The first process of the
 * group is measured, which is the child. The guard in the same group only waits, so its time does not matter.
 */
export function busyMsOf(pid: number | undefined): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Takes the fields after the process name, because the name may contain any character. Fields 14 and 15 are user
    // and system time in hundredths of a second.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) * 10
  } catch {
    return undefined
  }
}

/**
 * Returns a process's memory in bytes: resident, in page tables, and swapped. Returns 0 for a process that has ended.
 * If only the main thread has ended, reads the status of another thread.
 */
export function residentBytes(pid: number | undefined): number {
  const ofMainThread = residentBytesIn(`/proc/${pid}/status`)
  if (ofMainThread !== undefined) return ofMainThread
  for (const thread of threadsOf(pid)) {
    const bytes = residentBytesIn(`/proc/${pid}/task/${thread}/status`)
    if (bytes !== undefined) return bytes
  }
  return 0
}

/**
 * Matches resident, page table, and swapped memory. Page tables count because reading from an empty mapping fills them
 * without using resident memory.
 */
const occupied = /^Vm(?:RSS|PTE|Swap):\s+(\d+) kB/gm

function residentBytesIn(statusFile: string): number | undefined {
  try {
    const sizes = [...readFileSync(statusFile, 'latin1').matchAll(occupied)].map(([, kiB]) => Number(kiB) * 1024)
    return sizes.length === 0 ? undefined : sizes.reduce((sum, size) => sum + size, 0)
  } catch {
    return undefined
  }
}

function threadsOf(pid: number | undefined): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** Returns the reason for killing a child whose result is too large. */
export function tooLarge(bytes: number): string {
  return `the result of its parser was larger than ${bytes / 1024 / 1024} MiB`
}

/** Returns the reason for killing a child that has used too much memory. */
export function tooMuchMemory(bytes: number): string {
  return `needed more than ${bytes / 1024 / 1024} MiB of memory`
}

/** Reason if a child was ended because of a system call that no parser makes. */
const forbiddenCall = 'its parser made a system call that the sandbox forbids'

/** Explains why a child ended although it was not killed, based on its exit code, signal, and last output. */
export function endOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  words: string,
  memoryBytes: number,
): {
  readonly reason: string
  readonly isOfMemory: boolean
  readonly isOfItself: boolean
  readonly mayBeOfMachine: boolean
} {
  if (/heap out of memory|Array buffer allocation failed/.test(words))
    return { reason: tooMuchMemory(memoryBytes), isOfMemory: true, isOfItself: false, mayBeOfMachine: false }
  if (signal === 'SIGSYS') return { reason: forbiddenCall, isOfMemory: false, isOfItself: true, mayBeOfMachine: false }
  return {
    reason: `its parser crashed (${signal ?? `exit code ${code}`})`,
    isOfMemory: false,
    isOfItself: true,
    mayBeOfMachine: signal === 'SIGKILL' || signal === 'SIGTERM',
  }
}
