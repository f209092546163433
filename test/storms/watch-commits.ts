import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { median } from '../../bench/measurement.ts'

const clients = 4
const sampleMs = 100

/** Commits of clients on one server. */
export interface WatchedCommits {
  /** Resolves when the server is lost. Compares the acknowledged commits with those on another server. */
  comparedWith(url: string): Promise<{
    readonly acknowledged: number
    readonly lost: number
    /** Time from the first lost commit to the last acknowledged one, in milliseconds. 0 if none was lost. */
    readonly lostMs: number
    /**
     * Time from a commit on the server until it was on the disk of its replica, in milliseconds. If the server is lost
     * within it, a commit that does not wait for the replica is lost.
     */
    readonly windowMs: { readonly median: number; readonly max: number }
  }>
}

/** Starts clients that commit one after another, each without a pause, until their server is lost. */
export async function watchCommits(url: string): Promise<WatchedCommits> {
  const sql = postgres(url, { max: clients + 1, onnotice: () => {} })
  await sql`create table storm_commits (id bigint primary key)`
  const acknowledged: { readonly id: number; readonly at: number }[] = []
  let next = 0
  const lost = new AbortController()
  const committing = Array.from({ length: clients }, async () => {
    while (!lost.signal.aborted) {
      const id = next
      next += 1
      await sql`insert into storm_commits values (${id})`.then(
        () => acknowledged.push({ id, at: performance.now() }),
        () => lost.abort(),
      )
    }
  })
  const windows: number[] = []
  const sampling = (async () => {
    while (!lost.signal.aborted) {
      const [row] = await sql<{ ms: number | null }[]>`
        select (extract(epoch from max(flush_lag)) * 1000)::float8 as ms from pg_stat_replication`.catch(() => [])
      if (row?.ms !== null && row?.ms !== undefined) windows.push(row.ms)
      await pause(sampleMs)
    }
  })()
  return {
    async comparedWith(otherUrl) {
      await Promise.all([...committing, sampling])
      await sql.end({ timeout: 0 })
      const other = postgres(otherUrl, { max: 1 })
      const rows = await other<{ id: string }[]>`select id from storm_commits`
      await other.end({ timeout: 5 })
      const kept = new Set(rows.map(({ id }) => Number(id)))
      const missing = acknowledged.filter(({ id }) => !kept.has(id))
      const lastAt = Math.max(...acknowledged.map(({ at }) => at))
      return {
        acknowledged: acknowledged.length,
        lost: missing.length,
        windowMs: { median: median(windows), max: Math.max(...windows) },
        lostMs: missing.length === 0 ? 0 : lastAt - Math.min(...missing.map(({ at }) => at)),
      }
    },
  }
}
