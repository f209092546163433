import { once } from 'node:events'
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { packProject } from '../../../src/engine/analysis/project-container.ts'
import { snapshotModules, snapshotTasks } from '../../../src/engine/analysis/snapshot-modules.ts'
import { snapshotProgram } from '../../../src/engine/isolation/built-module.ts'
import { ChildSnapshot } from '../../../src/engine/isolation/child-snapshot.ts'
import { probeConfinement } from '../../../src/engine/isolation/confinement.ts'
import { killGroup } from '../../../src/engine/isolation/child-process.ts'
import { isolationLimits } from '../../../src/engine/isolation/isolation-limits.ts'
import { spawnChild } from '../../../src/engine/isolation/spawn-child.ts'
import { startChild } from '../../../src/engine/isolation/start-child.ts'
import { archiveOf } from '../../../src/engine/reachability/tasks/first-packages.ts'

const setup = {
  tasks: new URL('../../../src/engine/analysis/tasks.ts', import.meta.url),
  confinement: probeConfinement(isolationLimits),
  limits: isolationLimits,
}
const module = snapshotModules['read-manifest']
if (!module) throw new TypeError('the task has no snapshot')

/** Takes until the snapshot is created. */
async function created(snapshot: ChildSnapshot): Promise<number | undefined> {
  const first = snapshot.take()
  if (first !== undefined) return first
  expect([snapshot.take(), snapshot.take(), snapshot.take()]).toEqual(Array(3).fill(undefined))
  return await vi.waitUntil(() => snapshot.take(), { timeout: 90_000, interval: 50 })
}

const folder = mkdtempSync(join(tmpdir(), 'assay-test-'))
let descriptor: number | undefined
let shared: ChildSnapshot | undefined
beforeAll(async () => {
  shared = new ChildSnapshot(module, join(folder, 'children'))
  descriptor = await created(shared)
}, 120_000)
afterAll(() => {
  shared?.[Symbol.dispose]()
  rmSync(folder, { recursive: true })
})

type Sample = readonly [task: string, path: string, content: Buffer]

const javascript = Buffer.from(
  'import { exec } from "child_process"; export const run = (a: string) => exec(`ls ${a} ü`)',
)
const samples: readonly Sample[] = [
  ['follow-project', 'project', packProject({ units: [], settings: new Map() })],
  ['forget-manifests', '', Buffer.of()],
  ['lower-source-file', 'a.ts', javascript],
  ['lower-source-file', 'a.py', Buffer.from('import os\ndef run(a):\n  os.system(a)\n')],
  ['lower-source-file', 'a.js', Buffer.from('((')],
  ['read-manifest', 'package.json', Buffer.from('{"name":"a","dependencies":{"b":"^1.0.0","c":"npm:d@1"}}')],
  ['read-manifest', 'pyproject.toml', Buffer.from('[project]\nname = "a"\ndependencies = ["b>=1"]\n')],
  ['read-manifest', 'pnpm-lock.yaml', Buffer.from("lockfileVersion: '9.0'\npackages:\n  a@1.0.0: {}\n")],
  ['read-repository-file', 'pom', Buffer.from('<project><artifactId>a</artifactId></project>')],
  ['read-source-file', 'a.ts', javascript],
  ['read-source-map', 'a.js.map', Buffer.from('{"version":3,"sources":["a.ts"],"mappings":"AAAA"}')],
  ['summarize-package', 'npm tar', archiveOf(Buffer.from('require("child_process").exec(process.argv[2])'))],
  ['unpack-archive', 'tar', gzipSync(Buffer.alloc(1024))],
]

/** Returns a task's answer and its parts, from a child with or without a snapshot. */
async function answerOf([task, path, content]: Sample, snapshot: number | undefined): Promise<unknown> {
  await using child = startChild({ ...setup, onlyTasks: [task], snapshot })
  const parts: unknown[] = []
  const takePart = (head: unknown, part: Buffer) => void parts.push([head, part.toString('base64')])
  const answer = await child.ask({ task, path, content, beside: () => undefined, takePart }, 60_000)
  expect(child.startFailure).toBeUndefined()
  return { answer, parts }
}

it.each(samples)('gives the same answer for the task %s (%s)', { timeout: 120_000 }, async (...sample) => {
  expect(descriptor).toBeTypeOf('number')
  expect(await answerOf(sample, descriptor)).toEqual(await answerOf(sample, undefined))
})

/** What the kernel reports about a child that is ready: privileges of its threads, and kinds of its descriptors. */
async function confinementOf(snapshot: number | undefined): Promise<unknown> {
  const { process: child, channel } = spawnChild({ ...setup, onlyTasks: ['lower-source-file'], snapshot })
  onTestFinished(() => killGroup(child.pid))
  await once(channel, 'data')
  const folder = `/proc/${child.pid}`
  const threads = readdirSync(join(folder, 'task')).map((thread) =>
    readFileSync(join(folder, 'task', thread, 'status'), 'latin1').match(/^(?:NoNewPrivs|Seccomp|Cap\w+):.*$/gm),
  )
  const descriptors = readdirSync(join(folder, 'fd')).map((each) =>
    readlinkSync(join(folder, 'fd', each)).replace(/\d+/, ''),
  )
  return { threads: new Set(threads.map((thread) => thread?.join())), descriptors: new Set(descriptors) }
}

it.runIf(setup.confinement.filtersSystemCalls)('confines a child in the same way', { timeout: 60_000 }, async () => {
  const confined = await confinementOf(descriptor)
  expect(confined).toEqual(await confinementOf(undefined))
  expect(confined).toMatchObject({ threads: new Set([expect.stringMatching(/NoNewPrivs:\t1,Seccomp:\t2/)]) })
})

it('has a sample of each task, except for the one that needs the answers of others', () => {
  const tasks = new Set(samples.map(([task]) => task)).add('join-manifests')
  expect([...tasks].sort()).toEqual([...snapshotTasks].sort())
})

it('starts the first child of a later process', () => {
  using later = new ChildSnapshot(module, join(folder, 'children'))
  expect(later.take()).toBeTypeOf('number')
  using unstored = new ChildSnapshot(module)
  expect(unstored.take()).toBeUndefined()
})

it('creates a new one if the stored one is damaged', { timeout: 120_000 }, async () => {
  const damaged = join(folder, 'damaged')
  {
    using first = new ChildSnapshot(module, damaged)
    await created(first)
  }
  truncateSync(join(damaged, readdirSync(damaged)[0] ?? ''), 4096)
  using next = new ChildSnapshot(module, damaged)
  expect(await created(next)).toBeTypeOf('number')
  next.giveUp()
  expect(next.take()).toBeUndefined()
  expect(readdirSync(damaged)).toEqual([])
})

/** Module whose program is not part of the build, so that a test can replace it. */
const other = new URL('../../../dist/replaced-program.js', import.meta.url)

function writeOther(code: string): void {
  const program = snapshotProgram(other)
  writeFileSync(program, brotliCompressSync(code))
  onTestFinished(() => rmSync(program, { force: true }))
}

it('is not stored if an update replaces the program after the first child', { timeout: 120_000 }, async () => {
  const updated = join(folder, 'updated')
  writeOther('globalThis.version = 1')
  using snapshot = new ChildSnapshot(other, updated)
  expect(snapshot.take()).toBeUndefined()
  writeOther('globalThis.version = 2')
  expect(await vi.waitUntil(() => snapshot.take(), { timeout: 90_000, interval: 50 })).toBeTypeOf('number')
  expect(readdirSync(updated)).toEqual([])
})

it('is not used if an update removes the program before the first child', () => {
  writeOther('globalThis.version = 1')
  using snapshot = new ChildSnapshot(other, join(folder, 'removed'))
  rmSync(snapshotProgram(other))
  expect(Array.from({ length: 6 }, () => snapshot.take())).toEqual(Array(6).fill(undefined))
})

it('does not fail if the folder of an unfinished snapshot cannot be deleted', () => {
  const locked = join(folder, 'locked')
  const snapshot = new ChildSnapshot(module, locked)
  for (let child = 1; child <= 4; child += 1) expect(snapshot.take()).toBeUndefined()
  const isRoot = process.getuid?.() === 0
  chmodSync(locked, 0o500)
  // Modes do not restrict root.
  if (isRoot) process.seteuid?.(65_534)
  try {
    snapshot[Symbol.dispose]()
  } finally {
    if (isRoot) process.seteuid?.(0)
    chmodSync(locked, 0o700)
  }
  expect(readdirSync(locked)).toEqual([expect.stringMatching(/^new-/)])
})

it('is created in the folder for temporary files if its own folder is not writable', { timeout: 120_000 }, async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  using snapshot = new ChildSnapshot(module, join(file, 'children'))
  expect(await created(snapshot)).toBeTypeOf('number')
})

it('is not created if no folder is writable', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  vi.stubEnv('TMPDIR', join(file, 'temporary'))
  onTestFinished(() => void vi.unstubAllEnvs())
  using snapshot = new ChildSnapshot(module, join(file, 'children'))
  expect(Array.from({ length: 6 }, () => snapshot.take())).toEqual(Array(6).fill(undefined))
})

it('reports a child that cannot start from it', { timeout: 60_000 }, async () => {
  const noSnapshot = openSync(import.meta.filename, 'r')
  onTestFinished(() => closeSync(noSnapshot))
  let failures = 0
  const onStartFailure = () => (failures += 1)
  await using child = startChild({ ...setup, onlyTasks: ['read-manifest'], snapshot: noSnapshot, onStartFailure })
  const answer = await child.ask({ task: 'read-manifest', path: 'package.json', content: Buffer.of() }, 60_000)
  expect(answer).toEqual({ kind: 'untouched' })
  expect(failures).toBe(1)
  expect(child.startFailure).toMatch(/its parser crashed/)
})
