import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL, fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  exportAdvisories,
  IncompleteAdvisories,
} from '../../../../src/engine/advisories/file-store/export-advisories.ts'
import { feedFolder as folderOfFeed, readState } from '../../../../src/engine/advisories/file-store/feed-files.ts'
import { Trailer } from '../../../../src/engine/advisories/file-store/record-file.ts'
import { endBytes, endMark } from '../../../../src/engine/advisories/file-store/record-file-format.ts'
import { tryLock } from '../../../../src/engine/advisories/file-store/exclusive-lock.ts'
import { syncFeeds } from '../../../../src/engine/advisories/sync/sync-feeds.ts'
import { findFeeds } from '../../../../src/service/db/advisories/feeds.ts'
import { createAdvisoryMatcher } from '../../../../src/service/scans/advisories/match.ts'
import { syncEcosystem } from '../../../../src/service/scans/advisories/sync/sync-ecosystem.ts'
import { unreadableAdvisories } from '../../../../src/service/scans/advisories/unreadable-advisories.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { affects, feedFolder, type RecordParts } from './support/feed-folder.ts'
import { feedServer, loopbackSync } from './support/feed-server.ts'
import { fileAdvisories, fileSync, temporaryFolder } from './support/file-advisories.ts'
import { component } from './support/npm-component.ts'

const database = await testDatabase()
const signal = new AbortController().signal

const record = (id: string, name: string, parts: Partial<RecordParts> = {}): RecordParts => ({
  summary: `Vulnerability ${id}`,
  affected: [affects(name, { introduced: '0' }, { fixed: '2.0.0' })],
  ...parts,
  id,
})
const many = (count: number): RecordParts[] =>
  Array.from({ length: count }, (_, index) => record(`A-${index}`, `package-${index % 90}`))

const components = [...Array(100).keys()].flatMap((index) =>
  ['1.0.0', '2.0.0'].map((version) => component(`package-${index}`, version)),
)

/** Returns the results of the service and of the file store for the same feeds. */
async function answers(folder: string, bases: readonly string[]) {
  const files = fileAdvisories(folder, bases, { sync: false })
  const { feeds, unreadable } = {
    feeds: await findFeeds(database.db, bases, ['npm']),
    unreadable: await unreadableAdvisories({ database, bases }, components),
  }
  const counts = (row: { records: number; unreadable: number; newestModified: Date | null } | undefined) => ({
    records: row?.records,
    unreadable: row?.unreadable,
    newestModified: row?.newestModified?.toISOString(),
  })
  return {
    service: {
      matching: await createAdvisoryMatcher({ database, bases }).match(components),
      unreadable,
      counts: bases.map((base) => counts(feeds.find((feed) => feed.base === base))),
    },
    files: {
      matching: await files.match(components),
      unreadable: await files.unreadable(components),
      counts: bases.map((base) => counts(readState(folder, { base, ecosystem: 'npm' }))),
    },
  }
}

/** Returns the outcome of a sync, without values that differ between runs. */
const outcomes = ({ feeds }: Awaited<ReturnType<typeof syncFeeds>>) =>
  feeds.map(({ durationMs: _durationMs, ...feed }) => feed)

describe('advisories in files', () => {
  it('say the same as those of the service after every kind of sync', async () => {
    const feed = await feedServer()
    const folder = temporaryFolder()
    const [ofService, ofFiles] = [loopbackSync(database, [feed.base]), fileSync(folder, [feed.base])]
    const first = many(300)
    const malformed = { id: 'A-5', modified: 'yesterday', affected: [affects('package-5')] }
    const states: readonly (readonly RecordParts[])[] = [
      [...first, record('W-1', 'package-1', { withdrawn: '2025-02-01T00:00:00Z' })],
      // Changed, withdrawn, unknown to the listing, new, with a date in the future.
      [
        ...first.slice(3, 290),
        record('A-290', 'package-90', { modified: '2025-03-01T00:00:00Z' }),
        record('A-291', 'package-21', { modified: '2025-03-02T00:00:00Z', withdrawn: '2025-03-02T00:00:00Z' }),
        record('N-1', 'package-99', { modified: '2999-01-01T00:00:00Z' }),
      ],
      [...first, malformed],
      first,
    ]
    for (const [number, records] of states.entries()) {
      feed.publish(records)
      const expected = outcomes(await syncEcosystem(ofService, 'npm', { signal }))
      expect(outcomes(await syncFeeds(ofFiles, 'npm', { signal })), `state ${number}`).toEqual(expected)
      const { service, files } = await answers(folder, [feed.base])
      expect(files, `state ${number}`).toEqual(service)
      expect(files.matching.matches.length).toBeGreaterThan(200)
    }
  }, 120_000)

  it('say the same of two bases with the same ids, and of unreadable records', async () => {
    const [first, second] = [feedFolder(), feedFolder()]
    const folder = temporaryFolder()
    first.publish([
      record('A-1', 'package-1', { withdrawn: '2025-02-01T00:00:00Z' }),
      record('A-2', 'package-2'),
      { id: 'A-3', modified: 'never', affected: [affects('package-3')] },
    ])
    second.publish([record('A-1', 'package-1'), record('A-2', 'package-4'), record('A-9', 'package-2')])
    const bases = [first.base, second.base]
    await syncEcosystem(loopbackSync(database, bases), 'npm', { signal })
    await syncFeeds(fileSync(folder, bases), 'npm', { signal })
    const { service, files } = await answers(folder, bases)
    expect(files).toEqual(service)
    expect(files.matching.matches.map(({ component: { name }, advisory }) => [name, advisory.id])).toEqual([
      ['package-2', 'A-2'],
      ['package-2', 'A-9'],
    ])
    expect(files.unreadable).toEqual([{ ecosystem: 'npm', packageName: 'package-3', id: 'A-3' }])
  })

  it('are readable only for their owner', async () => {
    const feed = feedFolder()
    feed.publish(many(3))
    const folder = join(temporaryFolder(), 'new')
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      expect(statSync(join(folder, path)).mode & 0o077, path).toBe(0)
  })
})

describe('a scan with advisories in files', () => {
  it('imports them once, and not again within a day', async () => {
    const feed = await feedServer()
    feed.publish(many(10))
    const folder = temporaryFolder()
    const store = fileAdvisories(folder, [feed.base], { sync: true })
    expect(await store.ready('npm', signal)).toMatchObject({ date: { syncedAt: expect.any(String) } })
    expect(feed.asked()).toContain('npm/all.zip')
    expect(await fileAdvisories(folder, [feed.base], { sync: true }).ready('npm', signal)).toHaveProperty('date')
    expect(feed.asked()).toEqual([])
    expect((await store.match(components)).matches).toHaveLength(10)
  })

  it('uses the stored ones while another process updates them', async () => {
    const feed = await feedServer()
    feed.publish(many(10))
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    feed.asked()
    const place = folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' })
    const state = JSON.parse(readFileSync(join(place, 'state.json'), 'utf8')) as Record<string, unknown>
    const old = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString()
    writeFileSync(join(place, 'state.json'), JSON.stringify({ ...state, syncedAt: old }))
    const lock = tryLock(join(place, 'lock'))
    const store = fileAdvisories(folder, [feed.base], { sync: true })
    expect(await store.ready('npm', signal)).toMatchObject({ date: { syncedAt: old } })
    expect(feed.asked()).toEqual([])
    lock?.[Symbol.dispose]()
    await store.ready('npm', signal)
    expect(feed.asked()).toContain('npm/modified_id.csv')
  })

  it('does not close them while another scan of the same process reads them', async () => {
    const feed = await feedServer()
    feed.publish(many(10))
    const folder = temporaryFolder()
    const store = fileAdvisories(folder, [feed.base], { sync: true })
    await store.ready('npm', signal)
    const { matches } = await store.match(components)
    const state = join(folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' }), 'state.json')
    for (let round = 0; round < 5; round += 1) {
      const old = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString()
      writeFileSync(state, JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), syncedAt: old }))
      const reading = store.match(components)
      for (let tick = 0; tick < round; tick += 1) await Promise.resolve()
      const syncing = store.ready('npm', signal)
      const readLater = store.match(components)
      await syncing
      expect((await reading).matches).toEqual(matches)
      expect((await readLater).matches).toEqual(matches)
    }
    feed.publish([...many(10), record('A-10', 'package-95')])
    writeFileSync(
      state,
      JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), syncedAt: '2026-01-01T00:00:00Z' }),
    )
    await Promise.all([store.ready('npm', signal), store.match(components)])
    expect((await store.match(components)).matches).toHaveLength(matches.length + 1)
  })

  it('reads the files that another process has synced', async () => {
    const feed = feedFolder()
    feed.publish(many(10))
    const folder = temporaryFolder()
    const store = fileAdvisories(folder, [feed.base], { sync: true })
    const first = await store.ready('npm', signal)
    const { matches } = await store.match(components)
    feed.publish([...many(10), record('A-10', 'package-95')])
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    expect((await store.ready('npm', signal)).date).not.toEqual(first.date)
    expect((await store.match(components)).matches).toHaveLength(matches.length + 1)
  })

  it('offline: uses what is stored, says how old it is, and what to do without any', async () => {
    const feed = feedFolder()
    feed.publish(many(10))
    const folder = temporaryFolder()
    const offline = fileAdvisories(folder, [feed.base], { sync: false })
    const remedy = 'Run "assay advisories sync" on a machine with internet access. See docs/how-to/offline.md.'
    expect(await offline.ready('npm', signal)).toEqual({ problem: 'They were never downloaded.', remedy })
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    expect(await fileAdvisories(folder, [feed.base], { sync: false }).ready('npm', signal)).toEqual({
      date: { syncedAt: expect.any(String), newestModified: '2025-01-01T00:00:00.000Z' },
    })
    const place = folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' })
    const state = JSON.parse(readFileSync(join(place, 'state.json'), 'utf8')) as Record<string, unknown>
    const old = new Date(Date.now() - 9 * 24 * 60 * 60_000).toISOString()
    writeFileSync(join(place, 'state.json'), JSON.stringify({ ...state, syncedAt: old }))
    expect(await fileAdvisories(folder, [feed.base], { sync: false }).ready('npm', signal)).toMatchObject({
      date: { syncedAt: old },
      problem: 'They were last synced 9 days ago.',
      remedy,
    })
  })

  it('uses the stored ones if the folder cannot be written', async () => {
    const feed = feedFolder()
    feed.publish(many(10))
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    const place = folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' })
    const state = JSON.parse(readFileSync(join(place, 'state.json'), 'utf8')) as Record<string, unknown>
    const old = new Date(Date.now() - 2 * 24 * 60 * 60_000).toISOString()
    writeFileSync(join(place, 'state.json'), JSON.stringify({ ...state, syncedAt: old }))
    // Fails for every user, including root, who can write to read-only folders.
    rmSync(join(place, 'lock'))
    mkdirSync(join(place, 'lock'))
    const store = fileAdvisories(folder, [feed.base], { sync: true })
    expect(await store.ready('npm', signal)).toMatchObject({ date: { syncedAt: old } })
    expect((await store.match(components)).matches).toHaveLength(10)
  })

  it('names a cache folder that it cannot write to', async () => {
    const feed = feedFolder()
    feed.publish(many(1))
    const file = join(temporaryFolder(), 'file')
    writeFileSync(file, '')
    expect(await fileAdvisories(file, [feed.base], { sync: true }).ready('npm', signal)).toEqual({
      problem: 'Assay cannot store them (ENOTDIR).',
      remedy: 'Set ASSAY_CACHE_DIR to a folder that you can write to.',
    })
  })
})

describe('damaged files', () => {
  async function stored() {
    const feed = feedFolder()
    feed.publish(many(100))
    const folder = temporaryFolder()
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    const place = folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' })
    const name = readState(folder, { base: feed.base, ecosystem: 'npm' })?.recordFile ?? ''
    return { bases: [feed.base], folder, state: join(place, 'state.json'), records: join(place, name) }
  }
  const flipByte = (path: string, offset: number) => {
    const bytes = readFileSync(path)
    const at = offset < 0 ? bytes.length + offset : offset
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
    writeFileSync(path, bytes)
  }

  it.each<[string, (paths: { state: string; records: string }) => void]>([
    ['a changed byte in a record', ({ records }) => flipByte(records, 3)],
    ['a changed byte in the index', ({ records }) => flipByte(records, -1_000)],
    ['a changed byte at the end', ({ records }) => flipByte(records, -2)],
    ['a file that was cut off', ({ records }) => truncateSync(records, 1_000)],
    ['an empty file', ({ records }) => truncateSync(records, 0)],
    ['a state that is not JSON', ({ state }) => writeFileSync(state, '{"base":')],
    ['an empty state', ({ state }) => writeFileSync(state, '')],
  ])('%s: the next scan reads the export again', async (_what, damage) => {
    const { bases, folder, ...paths } = await stored()
    const expected = await fileAdvisories(folder, bases, { sync: false }).match(components)
    expect(expected.matches).toHaveLength(100)
    damage(paths)
    const store = fileAdvisories(folder, bases, { sync: true })
    expect(await store.ready('npm', signal)).toHaveProperty('date')
    expect(await store.match(components)).toEqual(expected)
  })

  it.each(['table', 'unreadable'] as const)(
    'a changed byte in the section "%s": the next sync repairs it',
    async (section) => {
      const { bases, folder, records } = await stored()
      const expected = await fileAdvisories(folder, bases, { sync: false }).match(components)
      const bytes = readFileSync(records)
      const end = bytes.length - endBytes
      const trailer = bytes.subarray(end - bytes.readUInt32LE(end + endMark.length), end).toString('utf8')
      flipByte(records, Trailer.parse(JSON.parse(trailer))[section].offset)
      for (const number of [1, 2])
        expect(outcomes(await syncFeeds(fileSync(folder, bases), 'npm', { signal })), `sync ${number}`).toEqual([
          expect.not.objectContaining({ outcome: 'failed' }),
        ])
      expect(await fileAdvisories(folder, bases, { sync: false }).match(components)).toEqual(expected)
    },
  )

  it('are repaired before other scans of the process read them', async () => {
    const { bases, folder, state, records } = await stored()
    const expected = await fileAdvisories(folder, bases, { sync: false }).match(components)
    flipByte(records, 3)
    const store = fileAdvisories(folder, bases, { sync: true })
    await store.ready('npm', signal)
    const first = store.match(components)
    while (existsSync(state)) await sleep(0)
    const [, ...others] = components
    const second = await store.match(others)
    expect(second.matches).toEqual(expected.matches.filter(({ component: { purl } }) => purl !== components[0]?.purl))
    expect(await first).toEqual(expected)
  })

  it('never pass for advisories without findings', async () => {
    const { bases, folder, records } = await stored()
    flipByte(records, 3)
    const store = fileAdvisories(folder, bases, { sync: false })
    expect(await store.ready('npm', signal)).toHaveProperty('date')
    await expect(store.match(components)).rejects.toThrow('The stored advisories for npm are damaged.')
    // Another scan of the process, which was ready before.
    await expect(store.match(components)).rejects.toThrow('The stored advisories for npm are damaged.')
    const again = await fileAdvisories(folder, bases, { sync: false }).ready('npm', signal)
    expect(again).toMatchObject({ problem: 'They were never downloaded.' })
    expect(again).not.toHaveProperty('date')
  })
})

const program = fileURLToPath(new URL('support/file-sync-process.ts', import.meta.url))

function syncProcess(folder: string, base: string) {
  const child = spawn(process.execPath, [program, folder, base, temporaryFolder()], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let out = ''
  child.stdout.on('data', (chunk) => (out += String(chunk)))
  return { child, ended: once(child, 'close').then(() => out.trim().split('\n')) }
}

describe('processes that share the files', () => {
  it('build them once when they start together', async () => {
    const feed = await feedServer()
    feed.publish(many(3_000))
    const folder = temporaryFolder()
    const outs = await Promise.all([1, 2, 3].map(() => syncProcess(folder, feed.base).ended))
    expect(outs.map((lines) => lines[1]).sort()).toEqual(['imported', 'unchanged', 'unchanged'])
    expect(feed.asked().filter((path) => path === 'npm/all.zip')).toHaveLength(1)
    const { matches } = await fileAdvisories(folder, [feed.base], { sync: false }).match(components)
    expect(matches).toHaveLength(3_000)
  }, 60_000)

  it('leave the old state or the new one when they are killed, and the next sync is complete', async () => {
    const feed = await feedServer()
    const folder = temporaryFolder()
    const [before, after] = [many(2_000), many(4_000)]
    feed.publish(before)
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    const place = folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' })
    feed.publish(after)
    let killed = 0
    for (const delayMs of [0, 20, 60, 120, 200]) {
      const { child, ended } = syncProcess(folder, feed.base)
      await once(child.stdout, 'data')
      await sleep(delayMs)
      child.kill('SIGKILL')
      killed += (await ended).length === 1 ? 1 : 0
      const store = fileAdvisories(folder, [feed.base], { sync: false })
      expect(await store.ready('npm', signal)).toHaveProperty('date')
      expect([2_000, 4_000]).toContain((await store.match(components)).matches.length)
    }
    expect(killed).toBeGreaterThan(0)
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    const { matches } = await fileAdvisories(folder, [feed.base], { sync: false }).match(components)
    expect(matches).toHaveLength(4_000)
    expect(readdirSync(place).sort()).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.records$/), 'lock', 'state.json'])
  }, 60_000)
})

describe('processes that are killed in their first import', () => {
  it('leave no advisories, and the next sync is complete', async () => {
    const feed = await feedServer()
    feed.publish(many(4_000))
    const folder = temporaryFolder()
    const place = folderOfFeed(folder, { base: feed.base, ecosystem: 'npm' })
    let killed = 0
    for (const delayMs of [0, 40, 100, 180]) {
      const { child, ended } = syncProcess(folder, feed.base)
      await once(child.stdout, 'data')
      await sleep(delayMs)
      child.kill('SIGKILL')
      if ((await ended).length > 1) break
      killed += 1
      const readiness = await fileAdvisories(folder, [feed.base], { sync: false }).ready('npm', signal)
      if (readiness.date === undefined) expect(readiness.problem).toBe('They were never downloaded.')
    }
    expect(killed).toBeGreaterThan(0)
    await syncFeeds(fileSync(folder, [feed.base]), 'npm', { signal })
    const { matches } = await fileAdvisories(folder, [feed.base], { sync: false }).match(components)
    expect(matches).toHaveLength(4_000)
    expect(readdirSync(place).sort()).toEqual([expect.stringMatching(/^[0-9a-f]{16}\.records$/), 'lock', 'state.json'])
  }, 60_000)
})

describe('an export of the files', () => {
  it('gives another machine the same advisories, with their date', async () => {
    const [first, second] = [feedFolder(), feedFolder()]
    first.publish([...many(100), { id: 'A-x', modified: 'never', affected: [affects('package-3')] }])
    second.publish([record('A-1', 'package-99'), record('B-1', 'package-99')])
    const [folder, elsewhere, target] = [temporaryFolder(), temporaryFolder(), temporaryFolder()]
    const bases = [first.base, second.base]
    await syncFeeds(fileSync(folder, bases), 'npm', { signal })
    const files = fileAdvisories(folder, bases, { sync: false })
    expect(exportAdvisories({ folder, bases }, ['npm', 'Hex'], target)).toEqual([{ ecosystem: 'npm', records: 102 }])
    expect(readFileSync(join(target, 'ecosystems.txt'), 'utf8')).toBe('npm\n')
    await sleep(20)
    const imported = [pathToFileURL(target).href]
    await syncFeeds(fileSync(elsewhere, imported), 'npm', { signal })
    const others = fileAdvisories(elsewhere, imported, { sync: false })
    expect(await others.match(components)).toEqual(await files.match(components))
    expect(await others.unreadable(components)).toEqual(await files.unreadable(components))
    const { syncedAt: _ofSecond, ...date } = (await others.ready('npm', signal)).date ?? { syncedAt: '' }
    expect(date).toEqual({ newestModified: '2025-01-01T00:00:00.000Z', unreadable: 1 })
    expect((await others.ready('npm', signal)).date?.syncedAt).toBe((await files.ready('npm', signal)).date?.syncedAt)
    await syncEcosystem(loopbackSync(database, imported), 'npm', { signal })
    expect((await findFeeds(database.db, imported, ['npm']))[0]?.syncedAt?.toISOString()).toBe(
      (await files.ready('npm', signal)).date?.syncedAt,
    )
  })

  it('is refused while a feed was never synced', async () => {
    const [first, second] = [feedFolder(), feedFolder()]
    first.publish(many(3))
    const [folder, target] = [temporaryFolder(), join(temporaryFolder(), 'target')]
    await syncFeeds(fileSync(folder, [first.base]), 'npm', { signal })
    const bases = [first.base, second.base]
    expect(() => exportAdvisories({ folder, bases }, ['npm'], target)).toThrow(IncompleteAdvisories)
    expect(existsSync(target)).toBe(false)
  })

  it('keeps the list of an earlier one, and can be read by others', async () => {
    const feed = feedFolder()
    feed.publish(many(3))
    const folder = temporaryFolder()
    const [target, bases] = [join(temporaryFolder(), 'target'), [feed.base]]
    expect(exportAdvisories({ folder, bases }, ['PyPI'], target)).toEqual([])
    expect(existsSync(target)).toBe(false)
    await syncFeeds(fileSync(folder, bases), 'npm', { signal })
    exportAdvisories({ folder, bases }, ['npm'], target)
    exportAdvisories({ folder, bases }, ['PyPI'], target)
    expect(readFileSync(join(target, 'ecosystems.txt'), 'utf8')).toBe('npm\n')
    writeFileSync(join(target, 'ecosystems.txt'), 'PyPI\nnpm\n')
    exportAdvisories({ folder, bases }, ['npm'], target)
    expect(readFileSync(join(target, 'ecosystems.txt'), 'utf8')).toBe('PyPI\nnpm\n')
    for (const name of ['ecosystems.txt', 'npm/all.zip', 'npm/synced_at.txt'])
      expect(statSync(join(target, name)).mode & 0o777, name).toBe(0o644 & ~process.umask())
  })

  it.each<[string, (path: string) => void]>([
    ['synced_at.txt could not be read (EISDIR).', (path) => mkdirSync(path)],
    ['synced_at.txt does not contain a time.', (path) => writeFileSync(path, 'yesterday\n')],
  ])('is not imported without its date: %s', async (error, write) => {
    const feed = feedFolder()
    feed.publish(many(3))
    write(fileURLToPath(`${feed.base}/npm/synced_at.txt`))
    const { feeds } = await syncFeeds(fileSync(temporaryFolder(), [feed.base]), 'npm', { signal })
    expect(feeds).toEqual([expect.objectContaining({ outcome: 'failed', error })])
  })
})
