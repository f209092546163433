import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openFileResults } from '../../../src/engine/scanner/file-results/file-results.ts'

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'results')
}

const warnings: object[] = []
const log = { warn: (fields: object | string) => void warnings.push(typeof fields === 'string' ? {} : fields) }
const open = (folder: string, options: { version?: string; maxBytes?: number } = {}) =>
  openFileResults({ folder, log, version: 'engine-1', ...options })

const fileOf = (number: number) => ({ pathClass: 'js', contentDigest: number.toString(16).padStart(64, '0') })
const segments = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.segment'))

/** Stores the results of files as a separate process would. */
async function store(folder: string, numbers: readonly number[], options: Parameters<typeof open>[1] = {}) {
  using cache = open(folder, options)
  const keyed = numbers.map((number) => ({ key: cache.keyOf('command', fileOf(number)), number }))
  await cache.keep(keyed.map(({ key, number }) => ({ key, result: { number } })))
  await cache.keepUnits(keyed.map(({ key, number }) => ({ key, unit: Buffer.from(`unit ${number}`) })))
}

/** Returns the numbers whose results and IR modules a new process finds. */
async function found(folder: string, numbers: readonly number[], options: Parameters<typeof open>[1] = {}) {
  using cache = open(folder, options)
  const keys = numbers.map((number) => cache.keyOf('command', fileOf(number)))
  const [results, units] = [await cache.find(keys), await cache.findUnits(keys)]
  const names = keys.map((key) => key.toString('hex'))
  return {
    results: numbers.filter((number, index) => {
      const result = results.get(names[index] ?? '')
      if (result !== undefined) expect(result).toEqual({ number })
      return result !== undefined
    }),
    units: numbers.filter((number, index) => {
      const unit = units.get(names[index] ?? '')
      if (unit !== undefined) expect(unit.toString()).toBe(`unit ${number}`)
      return unit !== undefined
    }),
  }
}

const range = (start: number, end: number) => Array.from({ length: end - start }, (_, index) => start + index)

describe('results of files in files', () => {
  it('are found by a later process, and by the same one', async () => {
    const folder = newFolder()
    await store(folder, [1, 2, 3])
    expect(await found(folder, [0, 1, 2, 3, 4])).toEqual({ results: [1, 2, 3], units: [1, 2, 3] })
    using cache = open(folder)
    const key = cache.keyOf('command', fileOf(9))
    await cache.keep([{ key, result: [9] }])
    expect(await cache.find([key])).toEqual(new Map([[key.toString('hex'), [9]]]))
    expect(await cache.findUnits([key])).toEqual(new Map())
  })

  it('belong to the content, the class of the path, the namespace, and the engine', async () => {
    using cache = open(newFolder())
    using newer = open(newFolder(), { version: 'engine-2' })
    const keys = [
      cache.keyOf('command', fileOf(1)),
      cache.keyOf('command', fileOf(2)),
      cache.keyOf('command', { ...fileOf(1), pathClass: 'ts' }),
      cache.keyOf('public', fileOf(1)),
      newer.keyOf('command', fileOf(1)),
    ]
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(keys.length)
    expect(cache.keyOf('command', fileOf(1))).toEqual(keys[0])
  })

  it('are readable only for their owner', async () => {
    const folder = newFolder()
    await store(folder, [1])
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o077).toBe(0)
  })

  it('are removed together', async () => {
    const folder = newFolder()
    await store(folder, [1, 2])
    using cache = open(folder)
    await cache.forget('command')
    expect(await found(folder, [1, 2])).toEqual({ results: [], units: [] })
  })

  it('are not there in a folder with the name of a file with results', async () => {
    const folder = newFolder()
    await store(folder, [1, 2])
    const name = segments(folder)[0] ?? ''
    const other = `${name.slice(0, 17)}${'0'.repeat(16)}.segment`
    mkdirSync(join(folder, other))
    symlinkSync(other, join(folder, other.replace('-0', '-1')))
    await store(folder, [3])
    expect(await found(folder, [1, 2, 3])).toEqual({ results: [1, 2, 3], units: [1, 2, 3] })
    using cache = open(folder)
    await cache.forget('command')
    expect(await found(folder, [1, 2, 3])).toEqual({ results: [], units: [] })
    expect(segments(folder)).toEqual([other])
  })

  it.each<[string, (path: string) => void]>([
    ['cut off', (path) => truncateSync(path, statSync(path).size - 5)],
    ['empty', (path) => truncateSync(path, 0)],
    ['another file', (path) => writeFileSync(path, 'x'.repeat(5_000))],
  ])('are not there in a file that is %s', async (_what, damage) => {
    const folder = newFolder()
    await store(folder, [1, 2])
    damage(join(folder, segments(folder)[0] ?? ''))
    await store(folder, [3])
    expect(await found(folder, [1, 2, 3])).toEqual({ results: [3], units: [3] })
  })

  it('are not there, one by one, where bytes changed', async () => {
    const folder = newFolder()
    await store(folder, range(0, 50))
    const path = join(folder, segments(folder)[0] ?? '')
    const bytes = readFileSync(path)
    bytes.writeUInt8(bytes.readUInt8(10) ^ 0xff, 10)
    writeFileSync(path, bytes)
    const { results, units } = await found(folder, range(0, 50))
    expect(results.length + units.length).toBe(99)
  })

  it('stay within their limit: those used longest ago go first', async () => {
    const folder = newFolder()
    const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000)
    await store(folder, range(0, 100))
    const [first = ''] = segments(folder)
    const bytes = statSync(join(folder, first)).size
    utimesSync(join(folder, first), dayAgo(2), dayAgo(2))
    await store(folder, range(100, 200))
    const second = segments(folder).find((name) => name !== first) ?? ''
    utimesSync(join(folder, second), dayAgo(1), dayAgo(1))
    // A use makes the older result the newer one.
    await found(folder, [0])
    await store(folder, range(200, 300), { maxBytes: bytes * 2.5 })
    expect((await found(folder, [0, 100, 200])).results).toEqual([0, 200])
    expect(segments(folder)).not.toContain(second)
  })

  it('are removed when they were not used for a month, those of other engines too', async () => {
    const folder = newFolder()
    await store(folder, [1], { version: 'engine-0' })
    const [old = ''] = segments(folder)
    const before = new Date(Date.now() - 31 * 24 * 60 * 60_000)
    utimesSync(join(folder, old), before, before)
    writeFileSync(join(folder, 'killed.unfinished'), 'x')
    utimesSync(join(folder, 'killed.unfinished'), before, before)
    await store(folder, [2])
    expect(readdirSync(folder).sort()).toEqual([expect.stringMatching(/\.segment$/), 'lock'])
    expect(segments(folder)).not.toContain(old)
  })

  it('of many processes are merged', async () => {
    const folder = newFolder()
    for (const number of range(0, 20)) await store(folder, [number, number + 100])
    expect(segments(folder).length).toBeLessThan(15)
    expect((await found(folder, range(0, 120))).results).toEqual([...range(0, 20), ...range(100, 120)])
  })

  it('are left out where the folder cannot be written, and the scan goes on', async () => {
    const folder = newFolder()
    rmSync(join(folder, '..'), { recursive: true })
    writeFileSync(join(folder, '..'), '')
    warnings.length = 0
    await store(folder, [1])
    expect(await found(folder, [1])).toEqual({ results: [], units: [] })
    expect(warnings).toEqual([{ error: expect.stringContaining('ENOTDIR') }])
  })
})
