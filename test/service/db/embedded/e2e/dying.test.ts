import { execFileSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import postgres from 'postgres'
import { describe, expect, it } from 'vitest'
import { openCluster } from '../../../../../src/service/db/embedded/cluster.ts'
import { clusterName } from '../../../../../src/service/db/embedded/postmaster.ts'
import { mayMount, smallDisk } from '../../../../support/small-disk.ts'
import {
  commandLine,
  eventually,
  gone,
  postmasters,
  processesNaming,
  quick,
  seededDataDir,
  startHolder,
  tracked,
} from '../running.ts'

/** Returns the PIDs of the shells that watch the cluster in `dataDir`. */
function watchdogs(dataDir: string): number[] {
  return processesNaming(clusterName(join(dataDir, 'postgres/data'))).filter((pid) => commandLine(pid)[0] === 'sh')
}

describe('when a process dies', () => {
  it('stops Postgres after SIGKILL of the only holder, and leaves no watchdog', async () => {
    const dataDir = await seededDataDir()
    const holder = startHolder({ dataDir })
    await holder.answer(({ url }) => url !== undefined)
    const name = clusterName(join(dataDir, 'postgres/data'))
    expect(processesNaming(name).length).toBeGreaterThan(5)
    await holder.end('SIGKILL')
    expect(await gone(dataDir)).toBe(true)
    await eventually(() => processesNaming(name).length === 0)
  })

  it(
    'keeps Postgres after SIGKILL of the starter for the process that adopted it, which starts it again when ' +
      'it dies',
    async () => {
      const dataDir = await seededDataDir()
      const starter = startHolder({ dataDir })
      await starter.answer(({ url }) => url !== undefined)
      const adopter = startHolder({ dataDir })
      await adopter.answer(({ adopted }) => adopted === true)
      await starter.end('SIGKILL')
      adopter.tell('query')
      await adopter.answer(({ rows }) => rows !== undefined)
      for (const pid of postmasters(dataDir)) process.kill(pid, 'SIGKILL')
      await adopter.answer(({ notice }) => notice?.includes('takes connections again') === true)
      adopter.tell('query')
      await adopter.answer(({ rows }) => rows !== undefined)
      await adopter.end('SIGKILL')
      expect(await gone(dataDir)).toBe(true)
    },
  )

  it('lets a program drain after Ctrl-C, and stops afterwards', async () => {
    const dataDir = await seededDataDir()
    const holder = startHolder({ dataDir })
    await holder.answer(({ url }) => url !== undefined)
    // A terminal sends the signal to the whole foreground process group.
    process.kill(-(holder.child.pid ?? Number.NaN), 'SIGINT')
    expect(await holder.answer(({ drained }) => drained !== undefined)).toEqual({ drained: { rows: [{ one: 1 }] } })
    expect(await gone(dataDir)).toBe(true)
  })

  it('starts a killed postmaster again on its port, although a busy backend outlives it', async () => {
    const dataDir = await seededDataDir()
    const notices: string[] = []
    const cluster = tracked(await openCluster({ dataDir, ...quick, onNotice: (notice) => notices.push(notice) }))
    const sql = postgres(cluster.url, { max: 2, onnotice: () => {} })
    // A busy backend does not notice the death of its postmaster.
    const busy = sql`select count(*) from generate_series(1, 10000000000)`.catch((error: unknown) => error)
    await eventually(
      async () =>
        (
          await sql`select 1 from pg_stat_activity
            where query like '%generate_series%' and pid <> pg_backend_pid() and state = 'active'`
        ).length === 1,
    )
    const [killed] = postmasters(dataDir)
    process.kill(killed ?? Number.NaN, 'SIGKILL')
    await busy
    expect(await eventually(() => sql`select 1 as one`.catch(() => undefined))).toEqual([{ one: 1 }])
    expect(postmasters(dataDir)).not.toContain(killed)
    await eventually(() => notices.length === 2)
    expect(notices).toEqual([
      expect.stringContaining('ended unexpectedly'),
      `The embedded Postgres takes connections again on port ${new URL(cluster.url).port}.`,
    ])
    await sql.end()
  })

  it('tells once of a server that ends again and again, and goes on trying', { timeout: 120_000 }, async () => {
    const dataDir = await seededDataDir()
    const holder = startHolder({ dataDir })
    await holder.answer(({ url }) => url !== undefined)
    const killing = setInterval(() => {
      for (const pid of postmasters(dataDir)) process.kill(pid, 'SIGKILL')
    }, 100)
    try {
      expect(await holder.answer(({ notice }) => notice?.includes('ended 6 times') === true, 25_000)).toEqual({
        notice: expect.stringMatching(
          /ended 6 times within 60 s and is tried every 30 s from now on. Its log .*server.log ends with:\n/,
        ),
      })
    } finally {
      clearInterval(killing)
    }
    const before = holder.answers.length
    await eventually(
      () => holder.answers.slice(before).some(({ notice }) => notice?.includes('takes connections again')),
      60_000,
    )
    holder.tell('query')
    await holder.answer(({ rows }) => rows !== undefined)
    expect(
      holder.answers.filter(({ notice, lost }) => lost !== undefined || notice?.includes('is tried every')),
    ).toHaveLength(1)
    holder.tell('dispose')
    await holder.answer(({ disposed }) => disposed === true)
  })

  it('replaces a killed watchdog', async () => {
    const dataDir = await seededDataDir()
    const holder = startHolder({ dataDir })
    await holder.answer(({ url }) => url !== undefined)
    const [postmaster] = postmasters(dataDir)
    for (const pid of watchdogs(dataDir)) process.kill(pid, 'SIGKILL')
    await holder.answer(({ notice }) => notice?.includes('got a new one') === true)
    expect(postmasters(dataDir)).toEqual([postmaster])
    await holder.end('SIGKILL')
    expect(await gone(dataDir)).toBe(true)
  })

  it('adopts a server whose holder and watchdog were killed together, and stops it in the end', async () => {
    const dataDir = await seededDataDir()
    const holder = startHolder({ dataDir })
    const { url } = await holder.answer(({ url }) => url !== undefined)
    for (const pid of watchdogs(dataDir)) process.kill(pid, 'SIGKILL')
    await holder.end('SIGKILL')
    expect(await gone(dataDir, 500)).toBe(false)
    const cluster = await openCluster({ dataDir, ...quick })
    expect(cluster).toMatchObject({ adopted: true, url })
    await cluster[Symbol.asyncDispose]()
    expect(postmasters(dataDir)).toEqual([])
  })

  it('stops the server itself when the watchdog is killed just before the last holder leaves', async () => {
    const dataDir = await seededDataDir()
    const cluster = await openCluster({ dataDir, ...quick })
    for (const pid of watchdogs(dataDir)) process.kill(pid, 'SIGKILL')
    await cluster[Symbol.asyncDispose]()
    expect(postmasters(dataDir)).toEqual([])
  })

  it.skipIf(!mayMount())(
    'looks after Postgres although its disk is full and its log is too long to be cut there',
    async () => {
      using disk = smallDisk(200)
      const dataDir = join(disk.path, 'data')
      execFileSync('cp', ['-a', await seededDataDir(), dataDir])
      const notices: string[] = []
      await using cluster = await openCluster({
        dataDir,
        ...quick,
        onNotice: (notice) => notices.push(notice),
        onLost: ({ message }) => notices.push(`lost: ${message}`),
      })
      appendFileSync(cluster.logFile, Buffer.alloc(9 * 1024 * 1024, 'a line\n'))
      disk.fill()
      await eventually(() =>
        notices.some((notice) => notice.startsWith('The log of the embedded Postgres could not be cut: ENOSPC')),
      )
      disk.makeRoom()
      for (const pid of postmasters(dataDir)) process.kill(pid, 'SIGKILL')
      await eventually(() => notices.some((notice) => notice.includes('takes connections again')), 60_000)
      expect(notices.filter((notice) => notice.startsWith('lost'))).toEqual([])
    },
    120_000,
  )
})
