import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { affects, feedFolder, type RecordParts } from '../../scans/advisories/support/feed-folder.ts'
import { component } from '../../scans/advisories/support/npm-component.ts'
import { rematchWorld } from '../rematching/rematch-world.ts'
import { testApi } from '../../../support/test-api.ts'

const api = await testApi()
const { db } = api
const database = { db, sql: api.sql, [Symbol.asyncDispose]: async () => {} }

const serverCount = 150
const other: RecordParts = { id: 'GHSA-other', affected: [affects('unrelated')] }
const late: RecordParts = {
  id: 'GHSA-late',
  summary: 'A flaw of lib',
  affected: [affects('lib', { introduced: '0' }, { fixed: '1.5.0' })],
  database_specific: { severity: 'HIGH' },
}

/** Moments when a process is killed: this many milliseconds after it has printed this. */
const deaths = [
  ['begun', 0],
  ['begun', 60],
  ['synced', 40],
  ['synced', 250],
  ['synced', 500],
  ['synced', 900],
] as const

describe('processes that are killed while they sync and bring the registry in line', () => {
  it('leave the same state as without the kill, and each event is sent once', { timeout: 300_000 }, async () => {
    const feed = feedFolder()
    const owner = await api.account('killed', ['webhooks:write', 'scans:read', 'scans:write'])
    await db.execute(
      sql`insert into webhook_endpoints (id, account_id, url, events, secret_sealed)
        values (${randomUUID()}, ${owner.accountId}, 'https://hooks.example/', '{}', 'x')`,
    )
    const world = await rematchWorld(database, feed, { owner: owner.accountId })
    await world.sync([other])
    for (let number = 0; number < serverCount; number += 1)
      await world.scanServer(`s${number}`, [component('lib', '1.0.0'), component(`own${number}`, '1.0.0')])
    await world.rematch()
    feed.publish([other, late])
    const run = async (end?: readonly [string, number]) => {
      const child = spawn(
        process.execPath,
        [fileURLToPath(new URL('./rematch-process.ts', import.meta.url)), api.url, feed.base],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      let said = ''
      child.stdout.on('data', (text: Buffer) => (said += text.toString()))
      const exit = once(child, 'exit') as Promise<[number | null, string | null]>
      if (end) {
        while (!said.includes(end[0]) && child.exitCode === null) await sleep(5)
        await sleep(end[1])
        child.kill('SIGKILL')
      }
      return exit
    }
    const done: number[] = []
    let killed = 0
    for (const death of deaths) {
      if ((await run(death))[1] === 'SIGKILL') killed += 1
      const [row] = await db.execute<{ done: number }>(
        sql`select count(*)::int as done from registry_servers where high = 1`,
      )
      done.push(row?.done ?? 0)
    }
    expect(killed).toBeGreaterThan(2)
    expect(await run()).toEqual([0, null])
    expect(await run()).toEqual([0, null])

    const fresh = await world.freshAnswer([component('lib', '1.0.0'), component('own7', '1.0.0')])
    expect(await world.storedServer('s7')).toMatchObject(fresh)
    const [state] = await db.execute(sql`
      select (select count(*)::int from registry_servers where high = 1 and security_score = ${fresh.score}) as servers,
        (select count(*)::int from registry_history where cause = 'advisory' and advisories = '{GHSA-late}') as points,
        (select count(*)::int from registry_history where number > 2) as more,
        (select count(*)::int from touched_packages) + (select count(*)::int from rematch_inventories) as left`)
    expect({ ...state, killedAfter: done }).toEqual({
      servers: serverCount,
      points: serverCount,
      more: 0,
      left: 0,
      killedAfter: done,
    })
    const events = await db.execute(
      sql`select event, count(*)::int as told, count(distinct id)::int as ids,
        count(distinct body::jsonb->'data'->'scanId')::int as scans,
        count(distinct body::jsonb->'data'->'server'->'id')::int as servers from webhook_events group by event
        order by event`,
    )
    expect([...events]).toEqual([
      { event: 'advisory.matched', told: serverCount, ids: serverCount, scans: serverCount, servers: serverCount },
      { event: 'server.grade_changed', told: serverCount, ids: serverCount, scans: 0, servers: serverCount },
      { event: 'vulnerability.found', told: serverCount, ids: serverCount, scans: serverCount, servers: 0 },
    ])
    const [deliveries] = await db.execute<{ count: number }>(sql`select count(*)::int as count from webhook_deliveries`)
    expect(deliveries?.count).toBe(3 * serverCount)
  })
})
