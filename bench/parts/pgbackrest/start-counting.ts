import { setTimeout as pause } from 'node:timers/promises'
import type { Sql } from 'postgres'

const commitEveryMs = 50

/** A client that commits continuously until disposal. */
export interface Counting extends AsyncDisposable {
  /** Pauses the client for a moment. Returns a time after its last commit and before the next one, and their number. */
  moment(): Promise<{ readonly at: Date; readonly commits: number }>
}

/** Commits one row of `bench_commits` twenty times per second. */
export async function startCounting(sql: Sql): Promise<Counting> {
  await sql`create table bench_commits (at timestamptz not null)`
  const stop = new AbortController()
  let commits = 0
  let turn = Promise.resolve()
  const commit = async () => {
    await sql`insert into bench_commits values (clock_timestamp())`
    commits += 1
  }
  const look = async () => {
    await pause(20)
    const [now] = await sql<{ at: Date }[]>`select clock_timestamp() as at`
    const at = now?.at ?? new Date(Number.NaN)
    await pause(20)
    return { at, commits }
  }
  const committing = (async () => {
    while (!stop.signal.aborted) {
      turn = turn.then(commit)
      await turn
      await pause(commitEveryMs)
    }
  })()
  // Reported when the client is disposed of. Without this line, Node would end the process.
  committing.catch(() => {})
  return {
    async moment() {
      const paused = turn.then(look)
      turn = paused.then(() => undefined)
      return await paused
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await committing
    },
  }
}
