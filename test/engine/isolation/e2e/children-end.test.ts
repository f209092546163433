import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { processesNaming } from '../../../support/processes.ts'
import { boundsWith, collected, hostilePool } from '../support/hostile-pool.ts'
import { filesThatSay } from '../support/told-files.ts'

/** Returns tasks whose processes can be found, because the command line contains the URL of the tasks. */
function markedTasks() {
  const tasks = new URL(`../support/hostile-tasks.ts?${randomUUID()}`, import.meta.url)
  return { tasks, processes: () => processesNaming(tasks.search) }
}

const patience = { timeout: 10_000, interval: 50 }

/** Returns the sockets and pipes of this process. */
function channels(): string[] {
  return readdirSync('/proc/self/fd')
    .map(target)
    .filter((name) => /^(socket|pipe):/.test(name))
    .sort()
}

function target(fd: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`)
  } catch {
    return ''
  }
}

describe('nothing is left of children', () => {
  it.each(['loop', 'wait'])('that %s when the scan is aborted', async (deed) => {
    const { tasks, processes } = markedTasks()
    const pool = hostilePool({ tasks })
    const before = channels()
    const scan = new AbortController()
    await using work = pool.open(scan.signal)
    const outcomes = collected(work, filesThatSay(['count one', deed, deed]))
    await vi.waitFor(() => expect(processes().length).toBeGreaterThan(0), patience)
    scan.abort(new Error('the scan was cancelled'))
    await expect(outcomes).rejects.toThrow('the scan was cancelled')
    await work[Symbol.asyncDispose]()
    expect(processes()).toEqual([])
    await vi.waitFor(() => expect(channels().filter((name) => !before.includes(name))).toEqual([]), patience)
  })

  it('when a file takes longer than it may', async () => {
    const { tasks, processes } = markedTasks()
    const pool = hostilePool({ tasks, limits: boundsWith({ fileTimeoutMs: 500 }) })
    const before = channels()
    await using work = pool.open(AbortSignal.timeout(30_000))
    expect(await collected(work, filesThatSay(['loop']))).toEqual([
      { path: 'file-0', failure: 'took longer than 0.5 s', lostMs: expect.any(Number) },
    ])
    expect(processes()).toEqual([])
    await vi.waitFor(() => expect(channels().filter((name) => !before.includes(name))).toEqual([]), patience)
  })

  it('when the caller has seen enough', async () => {
    const { tasks, processes } = markedTasks()
    const pool = hostilePool({ tasks })
    await using work = pool.open(AbortSignal.timeout(30_000))
    for await (const outcome of work.run('do-as-told', filesThatSay(['count one', 'loop']))) {
      expect(outcome).toEqual({ path: 'file-0', result: { characters: 3 } })
      break
    }
    expect(processes()).toEqual([])
  })

  it('when the pool is let go of, be they at work or spare', async () => {
    const { tasks, processes } = markedTasks()
    const pool = hostilePool({ tasks })
    const work = pool.open(AbortSignal.timeout(30_000))
    const outcomes = collected(work, filesThatSay(['loop']))
    await vi.waitFor(() => expect(processes().length).toBeGreaterThan(1), patience)
    pool.warm()
    await vi.waitFor(() => expect(processes().length).toBeGreaterThan(3), patience)
    await Promise.all([pool[Symbol.asyncDispose](), expect(outcomes).rejects.toThrow('the pool was let go of')])
    expect(processes()).toEqual([])
  })

  it('that was spare when its time is over', async () => {
    const { tasks, processes } = markedTasks()
    const pool = hostilePool({ tasks, limits: boundsWith({ idleTimeoutMs: 1_000 }) })
    pool.warm()
    await vi.waitFor(() => expect(processes().length).toBeGreaterThan(0), patience)
    await vi.waitFor(() => expect(processes()).toEqual([]), patience)
  })
})

describe('a process that owns a pool', () => {
  const ownerProgram = fileURLToPath(new URL('../support/pool-owner.ts', import.meta.url))

  it('takes its children with it when it is killed', async () => {
    const { tasks, processes } = markedTasks()
    const owner = spawn(process.execPath, [ownerProgram, tasks.href, 'loop'], { stdio: ['ignore', 'pipe', 'inherit'] })
    await firstWord(owner)
    expect(processes().length).toBeGreaterThan(1)
    owner.kill('SIGKILL')
    await vi.waitFor(() => expect(processes()).toEqual([]), patience)
  })

  it('ends with a spare child process that was never released', async () => {
    const { tasks, processes } = markedTasks()
    const owner = spawn(process.execPath, [ownerProgram, tasks.href, 'warm'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const code = new Promise((resolve) => owner.once('exit', resolve))
    expect(await code).toBe(0)
    await vi.waitFor(() => expect(processes()).toEqual([]), patience)
  })

  it('lets go of a spare child to the end, although nothing else keeps it running', async () => {
    const { tasks, processes } = markedTasks()
    const owner = spawn(process.execPath, [ownerProgram, tasks.href, 'let-go'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const code = new Promise((resolve) => owner.once('exit', resolve))
    expect(await firstWord(owner)).toBe('let go\n')
    expect(await code).toBe(0)
    expect(processes()).toEqual([])
  })
})

function firstWord(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', (word) => resolve(String(word)))
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
}
