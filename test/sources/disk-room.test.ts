import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import { NoRoomError, requireRoom, roomIn } from '../../src/sources/disk-room.ts'
import { mayMount, smallDisk } from '../support/small-disk.ts'

describe('room on the disk of the data folder', () => {
  it('is enough where there is much', async () => {
    expect(await roomIn(tmpdir())).toBeGreaterThan(64 * 1024 * 1024)
    await requireRoom(tmpdir())
  })

  it.skipIf(!mayMount())('is too little for a scan on a small disk, and all of it is seen', async () => {
    using disk = smallDisk(63)
    await expect(requireRoom(disk.path)).rejects.toThrow(NoRoomError)
    await expect(requireRoom(disk.path)).rejects.toThrow('63 MB are left on the disk of the data folder: no scan is begun with less than 64 MB.')
    disk.fill()
    expect(await roomIn(disk.path)).toBe(0)
    disk.makeRoom()
    expect(await roomIn(disk.path)).toBe(63 * 1024 * 1024)
  })
})
