import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { residentBytes } from '../../../../src/engine/isolation/child-process.ts'
import { probeConfinement } from '../../../../src/engine/isolation/confinement.ts'
import type { FileOutcome, IsolationPool } from '../../../../src/engine/isolation/isolation.ts'
import { isolationLimits } from '../../../../src/engine/isolation/isolation-limits.ts'
import { canFilterSystemCalls } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import { childRules } from '../../../../src/engine/isolation/kernel/child-rules.ts'
import { filterProgram, instructionBytes } from '../../../../src/engine/isolation/kernel/filter-program.ts'
import { programRules } from '../../../../src/engine/isolation/kernel/program-rules.ts'
import { hostilePool } from '../support/hostile-pool.ts'
import { address, attempts, badDescriptor, codePath as path, number, takeMemory } from '../support/native-attempts.ts'

/** A socket has no position. */
const notSeekable = -29

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

  it('is ended when it exhausts memory', async () => {
    await using work = pool.open(AbortSignal.timeout(60_000))
    const outcomes: FileOutcome[] = []
    for await (const outcome of work.run('repeat', [
      { path: 'memory', read: () => Buffer.from(JSON.stringify(takeMemory)) },
    ]))
      outcomes.push(outcome)
    expect(outcomes).toMatchObject([{ failure: 'needed more than 512 MiB of memory' }])
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
        'call',
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
  it.each([
    ['x64', 'a child', childRules(4711)],
    ['arm64', 'a child', childRules(4711)],
    ['x64', 'a program', programRules()],
    ['arm64', 'a program', programRules(4711)],
  ] as const)('has whole instructions, and jumps that stay inside, on %s for %s', (architecture, _kind, rules) => {
    const program = filterProgram(architecture, rules)
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
