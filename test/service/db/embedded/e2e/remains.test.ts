import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { openCluster } from '../../../../../src/service/db/embedded/cluster.ts'
import { eventually, gone, newDataDir, quick, seededDataDir, startHolder, tracked } from '../running.ts'

async function answersQueries(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, connect_timeout: 5 })
  try {
    return (await sql`select 1`).length === 1
  } finally {
    await sql.end()
  }
}

describe('what an earlier process left', () => {
  it('does not trip over an initdb that was killed half-way', async () => {
    const dataDir = newDataDir()
    const room = join(dataDir, 'postgres')
    const holder = startHolder({ dataDir })
    await eventually(
      () =>
        existsSync(room) &&
        readdirSync(room).some((name) => name.startsWith('initdb-') && existsSync(join(room, name, 'data/base'))),
    )
    await holder.end('SIGKILL')
    expect(existsSync(join(room, 'data'))).toBe(false)

    const cluster = tracked(await openCluster({ dataDir, ...quick }))
    expect(await answersQueries(cluster.url)).toBe(true)
    expect(readdirSync(room).filter((name) => name.startsWith('initdb-'))).toEqual([])
  })

  it.each([
    [
      'dead',
      async () => {
        const child = spawn('true')
        await new Promise((resolve) => child.once('exit', resolve))
        return child.pid
      },
    ],
    ['reused', async () => process.pid],
  ])('does not trip over a postmaster.pid with a %s pid', async (_, stalePid) => {
    const dataDir = await seededDataDir()
    const { url, dataFolder, [Symbol.asyncDispose]: dispose } = await openCluster({ dataDir, ...quick })
    await dispose()
    writeFileSync(
      join(dataFolder, 'postmaster.pid'),
      [await stalePid(), dataFolder, 1, new URL(url).port, '', '127.0.0.1', '  1  1', 'ready   ', ''].join('\n'),
    )
    const cluster = tracked(await openCluster({ dataDir, ...quick }))
    expect(cluster.adopted).toBe(false)
    expect(await answersQueries(cluster.url)).toBe(true)
  })

  it('takes another port when its own is in use and no process holds the cluster', async () => {
    const dataDir = await seededDataDir()
    const [first, other] = [
      await openCluster({ dataDir, ...quick }),
      tracked(await openCluster({ dataDir: await seededDataDir(), ...quick })),
    ]
    await first[Symbol.asyncDispose]()
    writeFileSync(join(dataDir, 'postgres/port'), new URL(other.url).port)
    const second = tracked(await openCluster({ dataDir, ...quick }))
    expect(new URL(second.url).port).not.toBe(new URL(other.url).port)
    expect(await answersQueries(second.url)).toBe(true)
  })

  it('gives the role a new password when the file with it is lost', async () => {
    const dataDir = await seededDataDir()
    const first = await openCluster({ dataDir, ...quick })
    await first[Symbol.asyncDispose]()
    rmSync(join(dataDir, 'postgres/password'))
    const second = tracked(await openCluster({ dataDir, ...quick }))
    expect(new URL(second.url).password).not.toBe(new URL(first.url).password)
    expect(await answersQueries(second.url)).toBe(true)
  })

  it('reports with the log why the server did not start, and starts once that is fixed', async () => {
    const dataDir = await seededDataDir()
    const wrong = openCluster({ dataDir, settings: { fsync: 'off', shared_buffers: 'plenty' } })
    await expect(wrong).rejects.toThrow(
      /did not start. Its log .*server.log ends with:\n.*invalid value for parameter "shared_buffers": "plenty"/,
    )
    expect(await answersQueries(tracked(await openCluster({ dataDir, ...quick })).url)).toBe(true)
  })

  it('lets go without complaint when the data folder was deleted meanwhile', async () => {
    const dataDir = await seededDataDir()
    const cluster = await openCluster({ dataDir, ...quick })
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    await cluster[Symbol.asyncDispose]()
    expect(await gone(dataDir)).toBe(true)
    mkdirSync(dataDir)
  })
})
