import postgres from 'postgres'
import { treeCpuSeconds } from '../workers/tree-cpu.ts'
import { postmasterOf } from './watch-servers.ts'

/**
 * Returns the CPU time of PostgreSQL per committed notification, in milliseconds, while this number of other sessions
 * listens to another channel. PostgreSQL 18 wakes each of them for each notification in its database.
 */
export async function notificationCost(url: string, listeners: number, notifications: number): Promise<number> {
  const open = () => postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'listener' } })
  const sessions = Array.from({ length: listeners }, open)
  const sql = open()
  try {
    for (const session of sessions) await session.unsafe('listen fleet_other')
    const postmaster = await postmasterOf(sql)
    const before = treeCpuSeconds(postmaster)
    for (let sent = 0; sent < notifications; sent += 1) await sql`select pg_notify('fleet', ${String(sent)})`
    return (1_000 * (treeCpuSeconds(postmaster) - before)) / notifications
  } finally {
    await Promise.all([sql, ...sessions].map((session) => session.end({ timeout: 5 })))
  }
}
