import { sql } from 'drizzle-orm'
import type { Database } from '../../../../../src/service/db/client.ts'
import { type JobName, jobs } from '../../../../../src/service/queue/jobs.ts'
import type { Queue } from '../../../../../src/service/queue/queue.ts'

/** A waiting job. */
export interface StoredJob {
  readonly id: number
  readonly name: JobName
  readonly payload: unknown
  readonly key: string | null
  readonly startAfter: number
}

/**
 * A queue in a table, on the test's clock. Jobs that a transaction sends exist if and only if it commits. Running jobs
 * are kept in memory, because there is only one scheduler. Two statements for each job were a fifth of all statements
 * of a sequence.
 */
export async function storedJobs(db: Database, now: () => Date) {
  await db.execute(
    sql`create unlogged table if not exists sequence_jobs (id bigserial primary key, name text not null,
      payload jsonb not null, key text, start_after bigint not null)`,
  )
  const active = new Set<number>()
  const ended = new Set<number>()
  const send = async (
    tx: Database,
    name: JobName,
    payload: unknown,
    key: string | undefined,
    startAfter: Date | undefined,
  ) => {
    const parsed = JSON.stringify(jobs[name].payload.parse(payload))
    await tx.execute(
      sql`insert into sequence_jobs (name, payload, key, start_after)
        values (${name}, ${parsed}::jsonb, ${key ?? null}, ${(startAfter ?? now()).getTime()})`,
    )
  }
  const queue: Queue = {
    enqueue: (tx, name, payload, { key, startAfter } = {}) => send(tx, name, payload, key, startAfter),
    insertionOf: (name, rows) => sql`
      insert into sequence_jobs (name, payload, start_after)
      select ${name}, data, ${now().getTime()}::bigint from (${rows}) told (data, priority)`,
    wakeWorkers: () => {},
    async postpone(tx, name, payload, { key, startAfter, isPayloadKept }) {
      const told = isPayloadKept ? sql`payload` : sql`${JSON.stringify(payload)}::jsonb`
      const rows = await tx.execute(
        sql`update sequence_jobs set start_after = ${startAfter.getTime()}, payload = ${told}
          where name = ${name} and key = ${key} and id <> all(${listed([...active, ...ended])}) returning id`,
      )
      if (rows.length === 0) await send(tx, name, payload, key, startAfter)
    },
    work: async () => {},
    schedule: async () => {},
    depths: async () => [],
    countDue: async () => 0,
    stopWorking: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  /** Returns waiting jobs, oldest first. The same statement deletes the rows of ended jobs. */
  async function waiting(): Promise<StoredJob[]> {
    const gone = [...ended]
    const rows = await db.execute<{
      id: string
      name: JobName
      payload: unknown
      key: string | null
      start_after: string
    }>(sql`
      with gone as (delete from sequence_jobs where id = any(${listed(gone)}))
      select id, name, payload, key, start_after from sequence_jobs where id <> all(${listed([...active, ...gone])})
      order by id`)
    for (const id of gone) ended.delete(id)
    return rows.map(({ id, start_after: startAfter, ...job }) => ({
      ...job,
      id: Number(id),
      startAfter: Number(startAfter),
    }))
  }
  return {
    queue,
    waiting,
    due: async () => (await waiting()).filter((job) => isDue(job, now())),
    take({ id }: StoredJob): void {
      active.add(id)
    },
    end({ id }: StoredJob): void {
      active.delete(id)
      ended.add(id)
    },
    /** Schedules a retry, ahead of the other jobs with the same key. */
    async giveBack({ id }: StoredJob, at: Date): Promise<void> {
      await db.execute(sql`update sequence_jobs set start_after = ${at.getTime()} where id = ${id}`)
      active.delete(id)
    },
    async clear(): Promise<void> {
      await db.execute(sql`delete from sequence_jobs`)
      active.clear()
      ended.clear()
    },
  }
}

export const isDue = ({ startAfter }: StoredJob, now: Date) => startAfter <= now.getTime()

/** Returns when the first of these jobs is due. Infinite if the list is empty. */
export const firstDue = (jobs: readonly StoredJob[]) => Math.min(...jobs.map(({ startAfter }) => startAfter))

const listed = (ids: readonly number[]) => sql`${`{${ids.join(',')}}`}::bigint[]`

export type StoredJobs = Awaited<ReturnType<typeof storedJobs>>
