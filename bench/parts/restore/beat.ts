import type { Sql } from 'postgres'

const beatMs = 250

/** Commits a small change several times per second until disposal. */
export async function startBeating(sql: Sql): Promise<AsyncDisposable> {
  await sql`create table bench_beats (at timestamptz not null)`
  const stop = new AbortController()
  const beating = (async () => {
    while (!stop.signal.aborted) {
      await sql`insert into bench_beats values (clock_timestamp())`
      await new Promise((resolve) => setTimeout(resolve, beatMs))
    }
  })()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await beating
    },
  }
}
