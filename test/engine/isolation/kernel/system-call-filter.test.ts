import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { residentBytes } from '../../../../src/engine/isolation/child-process.ts'
import { probeConfinement } from '../../../../src/engine/isolation/confinement.ts'
import type { FileOutcome, IsolationPool } from '../../../../src/engine/isolation/isolation.ts'
import { isolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { canFilterSystemCalls } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import { filterProgram, instructionBytes } from '../../../../src/engine/isolation/kernel/filter-program.ts'
import { hostilePool } from '../support/hostile-pool.ts'

const arm = process.arch === 'arm64'
/** Numbers on x64 and arm64. */
const number = (x64: number, arm64: number) => (arm ? arm64 : x64)

const currentFolder = 0xffff_ff9c
const signalOfEnd = 17
/** `CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD`. */
const flagsOfThread = 0x1_0f00
const killed = 'its parser made a system call that the sandbox forbids'
const [notPermitted, badDescriptor, notImplemented] = [-1, -9, -38]
/** A socket has no position. */
const notSeekable = -29
const path = join(mkdtempSync(join(tmpdir(), 'assay-kernel-')), 'engine.js')
const parent = process.pid

/** A text whose address is passed. */
const address = 'x'.repeat(64)
/** The clock of a process, as `clock_getcpuclockid` returns it. */
const processorTimeOf = (id: number) => ((~id << 3) | 2) >>> 0

/** What a compromised parser tries, with the system call, and what becomes of it. */
const attempts: readonly (readonly [deed: string, call: readonly (number | string)[], outcome: unknown])[] = [
  ['read a file of the machine', [number(257, 56), currentFolder, '/etc/passwd', 0, 0], notPermitted],
  [
    'read the environment of the service',
    [number(257, 56), currentFolder, `/proc/${parent}/environ`, 0, 0],
    notPermitted,
  ],
  ['write to code of the service', [number(257, 56), currentFolder, path, 1, 0], notPermitted],
  ['create a file', [number(257, 56), currentFolder, `${path}.new`, 0o101, 0o600], notPermitted],
  ['open a file another way', [437, currentFolder, path, 0, 24], notPermitted],
  ['learn whether a file exists', [number(262, 79), currentFolder, path, 0, 0], badDescriptor],
  ['learn it another way', [number(332, 291), currentFolder, path, 0, 0xfff, 0], notPermitted],
  ['follow a link', [number(267, 78), currentFolder, '/proc/self/exe', 0, 0], notPermitted],
  ['remove a file', [number(263, 35), currentFolder, path, 0], notPermitted],
  ['map a descriptor for all to see', [number(9, 222), 0, 4096, 3, 1, 2, 0], notPermitted],
  ['reserve memory that the limit does not count', [number(9, 222), 0, 4096, 3, 0x122, 2 ** 32 - 1, 0], notPermitted],
  ['create a file in memory', [number(319, 279), 'name', 0], notPermitted],
  ['run a program', [number(59, 221), '/bin/true', 0, 0], killed],
  ['run a program another way', [number(322, 281), currentFolder, '/bin/true', 0, 0, 0], killed],
  ['start a process', [number(56, 220), signalOfEnd, 0, 0, 0, 0], killed],
  ['start a process another way', [435, 0, 0], notImplemented],
  ['start a thread', [number(56, 220), flagsOfThread, 0, 0, 0, 0], killed],
  ['open a connection', [number(41, 198), 2, 1, 0], killed],
  ['use the network through a queue of the kernel', [425, 8, 0], notImplemented],
  ['use a queue that is open', [426, 4, 1, 0, 0, 0, 0], notPermitted],
  ['trace the service', [number(101, 117), 16, parent, 0, 0], killed],
  ['read the memory of the service', [number(310, 270), parent, 0, 0, 0, 0, 0], killed],
  ['take a descriptor of the service', [434, parent, 0], killed],
  ['end the service', [number(62, 129), parent, 0], killed],
  ['end a thread of the service', [number(234, 131), parent, parent, 0], killed],
  ['signal to itself', [number(62, 129), 'own', 0], 0],
  ['find memory of the service', [number(274, 100), parent, address, address], notPermitted],
  ['measure the service', [number(228, 113), processorTimeOf(parent), address], notPermitted],
  ['measure the service another way', [number(229, 114), processorTimeOf(parent), 0], notPermitted],
  ['wait by the clock of the service', [number(230, 115), processorTimeOf(parent), 0, 0, 0], notPermitted],
  ['read its own clock', [number(229, 114), 1, 0], 0],
  ['wait for a thread of the service', [number(202, 98), address, 6, 0, 0], notPermitted],
  ['learn whether a process exists', [number(204, 123), parent, 8, address], notImplemented],
  ['learn its own limits', [number(302, 261), 'own', 7, 0, 0], 0],
  ['learn limits of the service', [number(302, 261), parent, 7, 0, 0], notPermitted],
  ['take memory from the machine', [number(28, 233), 0, 4096, 100], notPermitted],
  ['compare memory with other processes', [number(28, 233), 0, 0, 12], notPermitted],
  ['return its own memory', [number(28, 233), 0, 0, 4], 0],
  ['change limits of the service', [number(302, 261), parent, 7, 1, 0], notPermitted],
  ['type into a terminal', [number(16, 29), 0, 0x5412, 0], notPermitted],
  ['have signals sent on its behalf', [number(72, 25), 3, 8, parent], notPermitted],
  ['become dumpable', [number(157, 167), 4, 1, 0, 0, 0], notPermitted],
  ['enter other namespaces', [number(272, 97), 0x1000_0000], killed],
  ['mount', [number(165, 40), 'none', '/', 'tmpfs', 0, 0], killed],
  ['share memory', [number(29, 194), 1, 4096, 0o1600], notPermitted],
  ['replace the filter', [number(317, 277), 1, 0, 0], notPermitted],
  ['load code into the kernel', [number(321, 280), 5, 0, 0], killed],
]

async function outcomesOf(pool: IsolationPool, calls: readonly unknown[]): Promise<unknown[]> {
  await using work = pool.open(AbortSignal.timeout(120_000))
  const files = calls.map((call, index) => ({ path: String(index), read: () => Buffer.from(JSON.stringify(call)) }))
  const outcomes: FileOutcome[] = []
  for await (const outcome of work.run('call', files)) outcomes.push(outcome)
  return outcomes
    .toSorted((one, other) => Number(one.path) - Number(other.path))
    .map((outcome) => ('result' in outcome ? outcome.result : outcome.failure))
}

describe.runIf(canFilterSystemCalls()).each([
  ['with namespaces', {}],
  ['without namespaces', { withoutNetwork: ['no-such-program'] }],
])('native code in a child, %s', (_mode, options) => {
  const pool = hostilePool({
    tasks: new URL('../support/native-tasks.ts', import.meta.url),
    confinement: probeConfinement(isolationLimits, options),
    children: 1,
  })
  const folder = join(path, '..')
  beforeAll(() => writeFileSync(path, 'export {}'))
  afterAll(() => rmSync(path, { force: true }))

  it('gets none of what it tries', async () => {
    const outcomes = await outcomesOf(
      pool,
      attempts.map(([, call]) => call),
    )
    expect(Object.fromEntries(attempts.map(([deed], index) => [deed, outcomes[index]]))).toEqual(
      Object.fromEntries(attempts.map(([deed, , outcome]) => [deed, outcome])),
    )
    expect(readdirSync(folder)).toEqual(['engine.js'])
    expect(readFileSync(path, 'utf8')).toBe('export {}')
  })

  it('is filtered in all of its threads', async () => {
    await using work = pool.open(AbortSignal.timeout(60_000))
    const files = [0, 1].map((index) => ({ path: String(index), read: () => Buffer.from(`${index}`) }))
    for await (const outcome of work.run('identity', files)) {
      const tasks = `/proc/${'result' in outcome ? String(outcome.result) : outcome.failure}/task`
      const threads = readdirSync(tasks)
      expect(threads.length).toBeGreaterThan(1)
      for (const thread of threads)
        expect(readFileSync(`${tasks}/${thread}/status`, 'utf8')).toMatch(/^NoNewPrivs:\s1\n[^]*^Seccomp:\s2$/m)
      break
    }
  })

  it('is seen with its memory when its main thread has ended', async () => {
    await using work = pool.open(AbortSignal.timeout(60_000))
    const files = ['own', JSON.stringify([number(60, 93), 0])].map((text, index) => ({
      path: `${index}`,
      read: () => Buffer.from(text),
    }))
    for await (const outcome of work.run('identity-or-call', files)) {
      const id = 'result' in outcome ? Number(outcome.result) : 0
      const status = () => readFileSync(`/proc/${id}/status`, 'utf8')
      await vi.waitFor(() => expect(status()).toMatch(/^State:\sZ/m), { timeout: 10_000, interval: 20 })
      expect(status()).not.toContain('VmRSS')
      expect(residentBytes(id)).toBeGreaterThan(20 * 1024 * 1024)
      break
    }
  })

  it('says what is in force', () => {
    expect(pool.inForce.kind).toBe('confined-child-process')
    expect(pool.inForce.bounds).toContain(
      'system call filter of the kernel: no files, no other programs or processes, no signals, no network',
    )
  })
})

describe.runIf(canFilterSystemCalls())('a descriptor that the program that started the service left open', () => {
  it.each([20, 300])('is closed in a child: %i', (descriptor) => {
    const file = openSync(import.meta.filename, 'r')
    const stdio = Array.from({ length: descriptor + 1 }, (): 'ignore' | 'pipe' | number => 'ignore')
    stdio[1] = 'pipe'
    stdio[2] = 'pipe'
    stdio[descriptor] = file
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [
        '--no-warnings',
        fileURLToPath(new URL('../support/call-owner.ts', import.meta.url)),
        ...[
          [number(17, 67), descriptor, address, 10, 0],
          [number(8, 62), 3, 0, 1],
        ].map((call) => JSON.stringify(call)),
      ],
      { stdio, encoding: 'utf8', timeout: 60_000 },
    )
    closeSync(file)
    expect({ stdout, stderr }).toEqual({ stdout: JSON.stringify([badDescriptor, notSeekable]), stderr: '' })
  })
})

describe('the filter', () => {
  it.each(['x64', 'arm64'] as const)('has whole instructions, and jumps that stay inside, on %s', (architecture) => {
    const program = filterProgram(architecture, 4711)
    const count = program.length / instructionBytes
    expect(Number.isInteger(count)).toBe(true)
    expect(count).toBeLessThan(4096)
    for (let place = 0; place < count; place++) {
      const operation = program.readUInt16LE(place * instructionBytes)
      const jumps = [program.readUInt8(place * instructionBytes + 2), program.readUInt8(place * instructionBytes + 3)]
      if ((operation & 7) === 5) for (const jump of jumps) expect(place + 1 + jump).toBeLessThan(count)
      else expect(jumps).toEqual([0, 0])
    }
    expect(program.readUInt16LE(program.length - instructionBytes)).toBe(6)
  })
})
