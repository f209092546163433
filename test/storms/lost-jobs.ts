import type { DatabaseClient } from '../../src/service/db/client.ts'

/** Detects jobs that start a second time, by polling the queue each second. */
export interface LostJobWatch extends AsyncDisposable {
  /** Seconds from the last heartbeat of an attempt to the start of the next one, by job name. */
  readonly stoodStill: ReadonlyMap<string, readonly number[]>
}

interface SeenJob {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly retryCount: number
  /** Seconds since the epoch, on the database's clock. */
  readonly startedAt: number
  readonly beatAt: number
}

export function watchLostJobs({ sql }: DatabaseClient): LostJobWatch {
  const running = new Map<string, SeenJob>()
  const stoodStill = new Map<string, number[]>()
  let looks: Promise<void> = Promise.resolve()
  async function look(): Promise<void> {
    const jobs = await sql<
      SeenJob[]
    >`select id, name, state::text, retry_count as "retryCount", extract(epoch from started_on)::float8 as "startedAt",
      extract(epoch from coalesce(heartbeat_on, started_on))::float8 as "beatAt"
      from pgboss.job where state = 'active' or id = any(${[...running.keys()]}::uuid[])`
    for (const job of jobs) {
      if (job.state === 'retry') continue
      const before = running.get(job.id)
      if (before && job.retryCount > before.retryCount)
        stoodStill.set(job.name, [...(stoodStill.get(job.name) ?? []), job.startedAt - before.beatAt])
      if (job.state === 'active') running.set(job.id, job)
      else running.delete(job.id)
    }
  }
  // If the database is unavailable, the next poll is enough.
  const timer = setInterval(() => (looks = looks.then(look).catch(() => {})), 1_000)
  return {
    stoodStill,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looks
    },
  }
}

/** Returns the number of values, their median, and the maximum, in tenths of a second. */
export function inShort(seconds: readonly number[]): {
  readonly count: number
  readonly p50: number
  readonly most: number
} {
  const sorted = seconds.toSorted((a, b) => a - b)
  const tenths = (value = 0) => Math.round(value * 10) / 10
  return { count: sorted.length, p50: tenths(sorted[Math.floor(sorted.length / 2)]), most: tenths(sorted.at(-1)) }
}

/** Returns what was broken, and how long recovery took. */
export function recoveries(seconds: Readonly<Record<string, readonly number[]>>) {
  return Object.fromEntries(Object.entries(seconds).map(([name, these]) => [name, inShort(these)]))
}
