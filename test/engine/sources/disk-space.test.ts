import { Writable } from 'node:stream'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDiskSpace, freeBytesIn } from '../../../src/engine/sources/disk-space.ts'
import { mayMount, smallDisk } from '../../support/small-disk.ts'

const enough = 1024 ** 3
let said: string[] = []
const log = pino(
  { level: 'info' },
  new Writable({
    write(chunk, _encoding, done) {
      said.push(String((JSON.parse(String(chunk)) as { msg: unknown }).msg))
      done()
    },
  }),
)
beforeEach(() => {
  said = []
})

describe('room on the disk of the data folder', () => {
  it('is enough if there is plenty, and nothing is logged', async () => {
    expect(await freeBytesIn(tmpdir())).toBeGreaterThan(64 * 1024 * 1024)
    expect(await createDiskSpace({ folder: tmpdir(), log }).look()).toEqual({ status: 'enough' })
    expect(said).toEqual([])
  })

  it('is not known of a folder that cannot be looked at', async () => {
    expect(await createDiskSpace({ folder: join(tmpdir(), 'assay-nowhere'), log }).look()).toMatchObject({
      status: 'unreadable',
    })
    expect(said).toEqual(['the free space of the data folder cannot be read: no scan starts'])
    expect(await createDiskSpace({ folder: join(tmpdir(), 'assay-nowhere'), log }).freeBytes()).toBeUndefined()
    expect(await createDiskSpace({ folder: '/', log, measure: async () => Infinity }).freeBytes()).toBeUndefined()
  })

  it.skipIf(!mayMount())('is too little for a scan on a small disk, and all of it is seen', async () => {
    using disk = smallDisk(63)
    expect(await createDiskSpace({ folder: disk.path, log }).look()).toEqual({
      status: 'little',
      bytes: 63 * 1024 * 1024,
    })
    expect(said).toEqual(['the disk of the data folder has 63 MB of free space: no scan starts with less than 64 MB'])
    disk.fill()
    expect(await freeBytesIn(disk.path)).toBe(0)
    disk.makeRoom()
    expect(await freeBytesIn(disk.path)).toBe(63 * 1024 * 1024)
  })
})

describe('a disk that is asked again and again', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('is checked once in five seconds for all callers, and each change is logged once', async () => {
    const measure = vi.fn(async () => enough)
    const room = createDiskSpace({ folder: '/', log, measure })
    const look = async () =>
      (await Promise.all(Array.from({ length: 20 }, () => room.look()))).map(({ status }) => status)
    expect(new Set(await look())).toEqual(new Set(['enough']))
    measure.mockResolvedValue(1)
    await vi.advanceTimersByTimeAsync(4_900)
    expect(new Set(await look())).toEqual(new Set(['enough']))
    expect(measure).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    expect(new Set(await look())).toEqual(new Set(['little']))
    await vi.advanceTimersByTimeAsync(5_100)
    expect(new Set(await look())).toEqual(new Set(['little']))
    expect(measure).toHaveBeenCalledTimes(3)
    expect(said).toEqual(['the disk of the data folder has 0 MB of free space: no scan starts with less than 64 MB'])
    measure.mockResolvedValue(enough)
    await vi.advanceTimersByTimeAsync(5_100)
    await look()
    expect(said.slice(1)).toEqual(['the disk of the data folder has enough free space again'])
  })

  it('is reported as unresponsive after a second, and is not checked again until it responds', async () => {
    const { promise: hanging, resolve } = Promise.withResolvers<number>()
    const measure = vi.fn(() => hanging)
    const room = createDiskSpace({ folder: '/', log, measure })
    const first = room.look()
    await vi.advanceTimersByTimeAsync(1_000)
    expect(await first).toEqual({ status: 'silent' })
    expect(await Promise.all([room.freeBytes(), vi.advanceTimersByTimeAsync(1)])).toEqual([
      undefined,
      expect.anything(),
    ])
    // Later callers do not wait that long again.
    const second = room.look()
    await vi.advanceTimersByTimeAsync(1)
    expect(await second).toEqual({ status: 'silent' })
    await vi.advanceTimersByTimeAsync(60_000)
    const third = room.look()
    await vi.advanceTimersByTimeAsync(1)
    expect(await third).toEqual({ status: 'silent' })
    expect(measure).toHaveBeenCalledTimes(1)
    expect(said).toEqual(['the disk of the data folder does not respond: no scan starts'])
    resolve(enough)
    await vi.advanceTimersByTimeAsync(0)
    expect(await room.look()).toEqual({ status: 'enough' })
    expect(await room.freeBytes()).toBe(enough)
    expect(said.slice(1)).toEqual(['the disk of the data folder has enough free space again'])
  })
})
