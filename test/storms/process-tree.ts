import { readdirSync, readFileSync } from 'node:fs'

/** A process, with its start time to distinguish it from a later one with the same PID. */
export interface KnownProcess {
  readonly pid: number
  readonly startedAt: string
}

/** Returns a process and all of its running descendants (proc_pid_stat(5)). */
export function withDescendants(root: number): KnownProcess[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)) ?? [])
  const found = all.filter(({ pid }) => pid === root)
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found.map(({ pid, startedAt }) => ({ pid, startedAt }))
}

/** Returns the IDs of the scan processes and fetchers of workers. */
export function scanProcesses(workers: readonly number[]): number[] {
  return workers
    .flatMap(withDescendants)
    .map(({ pid }) => pid)
    .filter((pid) => commandOf(pid).some((word) => /\/(?:scan-process|fetcher)\.c?js$/.test(word)))
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  } catch {
    return []
  }
}

/** Zombies do not count. */
export function isAlive({ pid, startedAt }: KnownProcess): boolean {
  const now = statOf(pid)
  return now?.startedAt === startedAt && now.state !== 'Z'
}

function statOf(pid: number): (KnownProcess & { readonly parent: number; readonly state: string }) | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name, in parentheses, may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, state: fields[0] ?? '', parent: Number(fields[1]), startedAt: fields[19] ?? '' }
  } catch {
    return undefined
  }
}
