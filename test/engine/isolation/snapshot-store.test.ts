import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { mkdtempSync, rmSync, truncateSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { SnapshotStore, snapshotStoreLimits } from '../../../src/engine/isolation/snapshot-store.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'children')
}

/** Stores a snapshot as `ChildSnapshot` does. */
function keep(store: SnapshotStore, content: string): void {
  const folder = store.newFolder()
  const file = join(folder, 'child')
  writeFileSync(file, content)
  expect(contentOf(store.keep(file))).toBe(content)
  rmSync(folder, { recursive: true })
}

/** Reads the content, and closes the descriptor. */
function contentOf(descriptor: number | undefined): string | undefined {
  if (descriptor === undefined) return undefined
  try {
    return readFileSync(descriptor, 'utf8')
  } finally {
    closeSync(descriptor)
  }
}

const onlyFile = (folder: string) => join(folder, readdirSync(folder)[0] ?? '')

it('returns the stored content for the same key only', () => {
  const folder = newFolder()
  const store = new SnapshotStore(folder, 'key')
  expect(store.open()).toBeUndefined()
  keep(store, 'content')
  expect(contentOf(store.open())).toBe('content')
  expect(new SnapshotStore(folder, 'other').open()).toBeUndefined()
  expect(readdirSync(folder)).toHaveLength(1)
  store.forget()
  expect(readdirSync(folder)).toEqual([])
})

it.each<[string, (file: string) => void]>([
  ['changed', (file) => writeFileSync(file, 'c0ntent')],
  ['truncated', (file) => truncateSync(file, 3)],
  ['empty', (file) => truncateSync(file, 0)],
  ['larger than the limit', (file) => truncateSync(file, snapshotStoreLimits.maxBytes + 1)],
  ['writable by others', (file) => chmodSync(file, 0o622)],
  ['older than the limit', (file) => utimesSync(file, 0, Date.now() / 1000 - snapshotStoreLimits.maxAgeMs / 1000 - 1)],
])('removes a snapshot that is %s', (_, damage) => {
  const folder = newFolder()
  const store = new SnapshotStore(folder, 'key')
  keep(store, 'content')
  damage(onlyFile(folder))
  expect(store.open()).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('does not follow a link', () => {
  const folder = newFolder()
  const store = new SnapshotStore(folder, 'key')
  keep(store, 'content')
  const name = onlyFile(folder)
  const other = join(folder, '../other')
  writeFileSync(other, 'content')
  rmSync(name)
  symlinkSync(other, name)
  expect(store.open()).toBeUndefined()
  expect(readFileSync(other, 'utf8')).toBe('content')
})

it.each([0o720, 0o702])('uses no folder with the mode %o', (mode) => {
  const folder = newFolder()
  const store = new SnapshotStore(folder, 'key')
  keep(store, 'content')
  chmodSync(folder, mode)
  expect(store.open()).toBeUndefined()
  expect(() => store.newFolder()).toThrow('other users can write')
  expect(readdirSync(folder)).toHaveLength(1)
})

it.runIf(process.getuid?.() === 0)('uses no folder and no file of another owner', () => {
  const folder = newFolder()
  const store = new SnapshotStore(folder, 'key')
  keep(store, 'content')
  chownSync(folder, 65_534, 65_534)
  expect(store.open()).toBeUndefined()
  expect(() => store.newFolder()).toThrow('other users can write')
  chownSync(folder, 0, 0)
  chownSync(onlyFile(folder), 65_534, 65_534)
  expect(store.open()).toBeUndefined()
  expect(readdirSync(folder)).toEqual([])
})

it('lets two processes store the same snapshot at once', () => {
  const folder = newFolder()
  const [one, other] = [new SnapshotStore(folder, 'key'), new SnapshotStore(folder, 'key')]
  const [ofOne, ofOther] = [one.newFolder(), other.newFolder()]
  expect(ofOne).not.toBe(ofOther)
  writeFileSync(join(ofOne, 'child'), 'content of one')
  writeFileSync(join(ofOther, 'child'), 'content of other')
  expect(contentOf(one.keep(join(ofOne, 'child')))).toBe('content of one')
  expect(contentOf(other.keep(join(ofOther, 'child')))).toBe('content of other')
  expect(contentOf(one.open())).toMatch(/^content of /)
})

it('keeps the newest snapshots, and removes old ones and unfinished ones', () => {
  const folder = newFolder()
  const { maxSnapshots, maxAgeMs, maxUnfinishedMs } = snapshotStoreLimits
  const seconds = (ms: number) => (Date.now() - ms) / 1000
  for (let number = 0; number <= maxSnapshots; number += 1) {
    keep(new SnapshotStore(folder, `key${number}`), `content ${number}`)
    for (const name of readdirSync(folder)) {
      const age = seconds((maxSnapshots - Number(/^key(\d)/.exec(name)?.[1])) * 1000)
      utimesSync(join(folder, name), age, age)
    }
  }
  expect(readdirSync(folder).map((name) => name.slice(0, 4))).toEqual(['key1', 'key2'])
  const unfinished = new SnapshotStore(folder, 'key').newFolder()
  const [file] = readdirSync(folder)
  utimesSync(join(folder, file ?? ''), seconds(maxAgeMs + 1000), seconds(maxAgeMs + 1000))
  utimesSync(unfinished, seconds(maxUnfinishedMs + 1000), seconds(maxUnfinishedMs + 1000))
  const next = new SnapshotStore(folder, 'key').newFolder()
  expect(readdirSync(folder).map((name) => join(folder, name))).toEqual([expect.stringMatching(/key2/), next])
})

const absentIsUndefined = { throwIfNoEntry: false } as const

it.runIf(existsSync('/proc/self/fd'))('closes a file that it cannot store', () => {
  const folder = newFolder()
  const store = new SnapshotStore(folder, 'key')
  const file = join(dirname(folder), 'child')
  writeFileSync(file, 'content')
  expect(() => store.keep(file)).toThrow('ENOENT')
  const opened = readdirSync('/proc/self/fd').map((each) => statSync(`/proc/self/fd/${each}`, absentIsUndefined)?.ino)
  expect(opened).not.toContain(statSync(file).ino)
})

it('throws if it cannot write', () => {
  const folder = newFolder()
  writeFileSync(folder, 'a file')
  const store = new SnapshotStore(folder, 'key')
  expect(store.open()).toBeUndefined()
  expect(() => store.newFolder()).toThrow()
})
