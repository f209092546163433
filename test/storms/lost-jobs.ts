import type { DatabaseClient } from '../../src/service/db/client.ts'

/** Follows jobs that are taken up a second time, by looking at the queue each second. */
export interface LostJobWatch extends AsyncDisposable {
  /** Seconds from the last heartbeat of an attempt to the beginning of the next, by name of the job. */
  readonly stoodStill: ReadonlyMap<string, readonly number[]>
}

interface SeenJob {
  readonly id: string
  readonly name: string
  readonly state: string
  readonly retryCount: number
  /** In seconds since the epoch, of the database's clock. */
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
  // Where the database is away, the next look is as good.
  const timer = setInterval(() => (looks = looks.then(look).catch(() => {})), 1_000)
  return {
    stoodStill,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await looks
    },
  }
}

/** How many there are, their median and the most, in tenths. */
export function inShort(seconds: readonly number[]): {
  readonly count: number
  readonly p50: number
  readonly most: number
} {
  const sorted = seconds.toSorted((a, b) => a - b)
  const tenths = (value = 0) => Math.round(value * 10) / 10
  return { count: sorted.length, p50: tenths(sorted[Math.floor(sorted.length / 2)]), most: tenths(sorted.at(-1)) }
}

/** What was broken, and how long it took to be whole again. */
export function recoveries(seconds: Readonly<Record<string, readonly number[]>>) {
  return Object.fromEntries(Object.entries(seconds).map(([name, these]) => [name, inShort(these)]))
}
