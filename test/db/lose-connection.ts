/**
 * A program that loses a connection inside a transaction, on the database of its argument, and prints
 * what became of it as one JSON object: `uncaught` says for each error that nobody could catch whether
 * it is the one that we know.
 */
import postgres from 'postgres'
import { isLateWriteOfPostgresJs } from '../../src/db/late-write.ts'

const url = process.argv[2] ?? ''
const uncaught: boolean[] = []
process.on('uncaughtException', (error) => uncaught.push(isLateWriteOfPostgresJs(error)))

const sql = postgres(url, { max: 2 })
const killer = postgres(url, { max: 1 })
const transaction = sql.begin(async (tx) => {
  const [row] = await tx`select pg_backend_pid() as pid`
  setTimeout(() => void killer`select pg_terminate_backend(${row?.pid})`.execute(), 100)
  await tx`select pg_sleep(5)`
})
const rejected = await transaction.then(() => 'not at all', (error: { code?: string }) => error.code)
const [after] = await sql`select 1 as one`
await Promise.all([sql.end({ timeout: 1 }), killer.end({ timeout: 1 })])
process.stdout.write(JSON.stringify({ rejected, after, uncaught }))
