import { sql } from 'drizzle-orm'
import type { Database } from '../../../../src/db/client.ts'
import { type JobName, jobs } from '../../../../src/queue/jobs.ts'
import type { Queue } from '../../../../src/queue/queue.ts'

/** A job that waits. */
export interface StoredJob {
  readonly id: number
  readonly name: JobName
  readonly payload: unknown
  readonly key: string | null
  readonly startAfter: number
}

/** A queue in a table, on the clock of a test: what is sent in a transaction is there if and only if that commits. */
export async function storedJobs(db: Database, now: () => Date) {
  await db.execute(sql`create table if not exists sequence_jobs (id bigserial primary key, name text not null, payload jsonb not null, key text, start_after bigint not null, state text not null default 'created')`)
  const send = async (tx: Database, name: JobName, payload: unknown, key: string | undefined, startAfter: Date | undefined) => {
    const parsed = JSON.stringify(jobs[name].payload.parse(payload))
    await tx.execute(sql`insert into sequence_jobs (name, payload, key, start_after) values (${name}, ${parsed}::jsonb, ${key ?? null}, ${(startAfter ?? now()).getTime()})`)
  }
  const queue: Queue = {
    enqueue: (tx, name, payload, { key, startAfter } = {}) => send(tx, name, payload, key, startAfter),
    async enqueueAll(tx, name, payloads) {
      for (const payload of payloads) await send(tx, name, payload, undefined, undefined)
    },
    async postpone(tx, name, payload, { key, startAfter, isPayloadKept }) {
      const told = isPayloadKept ? sql`payload` : sql`${JSON.stringify(payload)}::jsonb`
      const rows = await tx.execute(sql`update sequence_jobs set start_after = ${startAfter.getTime()}, payload = ${told} where name = ${name} and key = ${key} and state = 'created' returning id`)
      if (rows.length === 0) await send(tx, name, payload, key, startAfter)
    },
    work: async () => {},
    schedule: async () => {},
    depths: async () => [],
    countDue: async () => 0,
    stopWorking: async () => {},
    [Symbol.asyncDispose]: async () => {},
  }
  const rowsOf = async (where: ReturnType<typeof sql>): Promise<StoredJob[]> => {
    const rows = await db.execute<{ id: string; name: JobName; payload: unknown; key: string | null; start_after: string }>(sql`select id, name, payload, key, start_after from sequence_jobs where state = 'created' and ${where} order by id`)
    return rows.map(({ id, start_after: startAfter, ...job }) => ({ ...job, id: Number(id), startAfter: Number(startAfter) }))
  }
  const setState = (state: string) => async ({ id }: StoredJob) => void (await db.execute(sql`update sequence_jobs set state = ${state} where id = ${id}`))
  return {
    queue,
    due: () => rowsOf(sql`start_after <= ${now().getTime()}`),
    /** When the next job is due; undefined: there is no job. */
    async next(): Promise<number | undefined> {
      const [row] = await db.execute<{ at: string | null }>(sql`select min(start_after) as at from sequence_jobs where state = 'created'`)
      return row?.at === null || row === undefined ? undefined : Number(row.at)
    },
    take: setState('active'),
    end: setState('completed'),
    /** It is tried again, in front of the others of its key. */
    async giveBack({ id }: StoredJob, at: Date): Promise<void> {
      await db.execute(sql`update sequence_jobs set state = 'created', start_after = ${at.getTime()} where id = ${id}`)
    },
    clear: async () => void (await db.execute(sql`truncate sequence_jobs`)),
  }
}

export type StoredJobs = Awaited<ReturnType<typeof storedJobs>>
