import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tryLock } from '../../../../src/engine/advisories/file-store/exclusive-lock.ts'
import { acquireLock } from '../../../../src/service/db/embedded/exclusive-lock.ts'
import { mayMount, smallDisk } from '../../../support/small-disk.ts'
import { eventually, newDataDir } from './running.ts'

function newLock(): string {
  const folder = newDataDir()
  mkdirSync(folder)
  return join(folder, 'lock')
}

describe('the lock', () => {
  it('excludes within a process and is free again when disposed', async () => {
    const file = newLock()
    const first = tryLock(file)
    expect(first).toBeDefined()
    expect(tryLock(file)).toBeUndefined()
    await expect(acquireLock(file, { timeoutMs: 50 })).rejects.toThrow(`it holds ${file}`)
    first?.[Symbol.dispose]()
    using second = await acquireLock(file, { timeoutMs: 50 })
    expect(second).toBeDefined()
  })

  it('excludes other processes and is free again when its process is killed', async () => {
    const file = newLock()
    const lockModule = new URL('../../../../src/engine/advisories/file-store/exclusive-lock.ts', import.meta.url).href
    const child = spawn(process.execPath, [
      '--input-type=module',
      '-e',
      `
      import { tryLock } from ${JSON.stringify(lockModule)}
      globalThis.lock = tryLock(${JSON.stringify(file)})
      console.log('locked')
      setInterval(() => {}, 1000)`,
    ])
    await once(child.stdout, 'data')
    expect(tryLock(file)).toBeUndefined()
    child.kill('SIGKILL')
    await once(child, 'exit')
    const lock = await eventually(() => tryLock(file))
    lock[Symbol.dispose]()
  })

  it.skipIf(!mayMount())('needs no room on its disk', () => {
    using disk = smallDisk(1)
    const file = join(disk.path, 'lock')
    tryLock(file)?.[Symbol.dispose]()
    disk.fill()
    using lock = tryLock(file)
    expect(lock).toBeDefined()
    expect(tryLock(file)).toBeUndefined()
  })
})
