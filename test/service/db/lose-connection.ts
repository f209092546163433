/**
 * A program that loses the only connection of a pool inside a transaction, on the database in its argument. It prints
 * one line of JSON: how the transaction and a later query in it ended, what the pool returns afterward, and uncaught
 * errors.
 */
import postgres from 'postgres'

const url = process.argv[2] ?? ''
const uncaught: string[] = []
process.on('uncaughtException', (error) => uncaught.push(error.message))
// Without this timer, the program would end silently if a query never ends.
const limit = setTimeout(() => {
  process.stdout.write(JSON.stringify({ hangs: true, uncaught }))
  process.exit()
}, 10_000)

const sql = postgres(url, { max: 1 })
const killer = postgres(url, { max: 1 })
const { promise: isServing, resolve: serves } = Promise.withResolvers<void>()
const { promise: late, resolve: ends } = Promise.withResolvers<string | undefined>()
const codeOf = (error: { code?: string }) => error.code
const transaction = sql.begin(async (tx) => {
  const [row] = await tx`select pg_backend_pid() as pid`
  setTimeout(() => void killer`select pg_terminate_backend(${row?.pid})`.execute(), 100)
  await tx`select pg_sleep(5)`.catch(() => isServing)
  ends(tx`select 2 as two`.then(() => 'not at all', codeOf))
})
const rejected = await transaction.then(() => 'not at all', codeOf)
const [after] = await sql`select 1 as one`
serves()
const lateEnd = await late
await Promise.all([sql.end({ timeout: 1 }), killer.end({ timeout: 1 })])
clearTimeout(limit)
process.stdout.write(JSON.stringify({ rejected, after, late: lateEnd, uncaught }))
