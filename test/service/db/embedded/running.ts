import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach } from 'vitest'
import { type Cluster, type ClusterOptions, openCluster } from '../../../../src/service/db/embedded/cluster.ts'

/** Does not wait for the disk. */
export const quick = { settings: { fsync: 'off' } } as const

export const isRoot = process.getuid?.() === 0

interface Answer {
  url?: string
  adopted?: boolean
  notice?: string
  lost?: string
  disposed?: boolean
  drained?: object
  rows?: object[]
}

/** A child process that runs holder.ts. */
export interface Holder {
  readonly child: ChildProcess
  /** All answers so far. */
  readonly answers: readonly Answer[]
  /**
   * Returns the first unread answer that `wanted` accepts. Throws with the child's stderr if the child ends or does not
   * answer in time.
   */
  answer(wanted: (answer: Answer) => boolean, timeoutMs?: number): Promise<Answer>
  tell(order: 'query' | 'dispose'): void
  end(signal: NodeJS.Signals): Promise<void>
}

const folders: string[] = []
const holders: Holder[] = []
const clusters: Cluster[] = []

/** Ends the processes that the test left running, then removes the folders. */
afterEach(async () => {
  await Promise.all(holders.splice(0).map((holder) => holder.end('SIGKILL')))
  await Promise.all(clusters.splice(0).map((cluster) => cluster[Symbol.asyncDispose]()))
  for (const folder of folders.splice(0)) {
    await gone(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
})

/**
 * Returns the path of a new data folder, which does not exist yet. Its parent is accessible to all users, unless
 * `closed` is true.
 */
export function newDataDir(closed = false): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-embedded-'))
  if (!closed) chmodSync(folder, 0o755)
  folders.push(folder)
  return join(folder, '.assay')
}

let template: string | undefined

/** Like `newDataDir`, with a stopped cluster in it. initdb takes 0.6 s of CPU time, and copying its result 0.1 s. */
export async function seededDataDir(): Promise<string> {
  if (template === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'assay-embedded-'))
    chmodSync(folder, 0o755)
    const cluster = await openCluster({ dataDir: folder, ...quick })
    await cluster[Symbol.asyncDispose]()
    template = folder
  }
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', template, dataDir])
  return dataDir
}

afterAll(() => {
  if (template !== undefined) rmSync(template, { recursive: true, force: true })
})

/** Closes a cluster in `afterEach`. */
export function tracked(cluster: Cluster): Cluster {
  clusters.push(cluster)
  return cluster
}

export function startHolder(options: ClusterOptions): Holder {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('holder.ts', import.meta.url)), JSON.stringify({ ...quick, ...options })],
    { detached: true, stdio: 'pipe' },
  )
  const answers: Answer[] = []
  const taken = new Set<Answer>()
  let complaints = ''
  let ended = false
  createInterface({ input: child.stdout }).on('line', (line) => answers.push(JSON.parse(line) as Answer))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (complaints += text))
  child.stdin.on('error', () => {})
  const exit = new Promise<void>((resolve) => child.once('close', () => ((ended = true), resolve())))
  const holder: Holder = {
    child,
    answers,
    async answer(wanted, timeoutMs = 15_000) {
      for (const deadline = performance.now() + timeoutMs; ; await delay(10)) {
        const found = answers.find((answer) => !taken.has(answer) && wanted(answer))
        if (found) return (taken.add(found), found)
        if (ended || performance.now() > deadline)
          throw new Error(`No answer from the holder: ${JSON.stringify(answers)} ${complaints}`)
      }
    },
    tell: (order) => void child.stdin.write(`${order}\n`),
    async end(signal) {
      if (!ended) child.kill(signal)
      await exit
    },
  }
  holders.push(holder)
  return holder
}

/**
 * Returns the PIDs of processes that run Postgres on a folder below `folder`, without zombies. Independent of the
 * launcher's own check.
 */
export function postmasters(folder: string): number[] {
  const found = readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => {
      const [program = '', ...args] = commandLine(pid)
      return program.endsWith('/postgres') && args.some((arg) => arg.startsWith(folder))
    })
  // A new child process of a postmaster has the same command line for a moment.
  return found.filter((pid) => !found.includes(parentOf(pid)))
}

/** Returns 0 if the process has ended. The name, in parentheses, may contain any character (proc_pid_stat(5)). */
function parentOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? 0)
  } catch {
    return 0
  }
}

/** Returns the PIDs of all processes, including watchdogs, whose command line contains the cluster `name`. */
export function processesNaming(name: string): number[] {
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map(Number)
    .filter((pid) => commandLine(pid).join(' ').includes(name))
}

/** Waits until no postmaster runs below `folder`. Returns false after `timeoutMs`. */
export async function gone(folder: string, timeoutMs = 10_000): Promise<boolean> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await delay(20)) {
    if (postmasters(folder).length === 0) return true
  }
  return false
}

/** Waits until `condition` returns a value. Throws after `timeoutMs`. */
export async function eventually<Value>(
  condition: () => Value | undefined | false | Promise<Value | undefined | false>,
  timeoutMs = 10_000,
): Promise<Value> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; await delay(20)) {
    const value = await condition()
    if (value !== undefined && value !== false) return value
  }
  throw new Error(`Not within ${timeoutMs} ms`)
}

export function commandLine(pid: number): string[] {
  const file = `/proc/${pid}/cmdline`
  try {
    return existsSync(file) ? readFileSync(file, 'utf8').split('\0') : []
  } catch {
    return []
  }
}
