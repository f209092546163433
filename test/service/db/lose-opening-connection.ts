/**
 * A program whose pools lose their connections while they open, on the database in its argument. It prints the outcomes
 * of the queries as one line of JSON, with errors that could not be caught. A new connection reads which types are
 * arrays before its first query.
 */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import postgres, { type Sql } from 'postgres'

const url = process.argv[2] ?? ''
const uncaught: string[] = []
process.on('uncaughtException', (error) => uncaught.push(error.message))

/**
 * Proxies connections to the database. The first one's query for types is passed to `meddle`, which may replace its
 * bytes.
 */
async function asked(
  meddle: (client: Socket, question: Buffer) => Buffer | undefined,
): Promise<{ readonly ends: unknown[]; readonly connections: number }> {
  const { hostname, port } = new URL(url)
  let connections = 0
  const proxy = createServer((client) => {
    const isFirst = ++connections === 1
    const database = connect(Number(port), hostname)
    for (const [from, to] of [
      [client, database],
      [database, client],
    ] as const)
      from.on('error', () => {}).once('close', () => to.destroy())
    client.on('data', (bytes) => {
      const passed = isFirst && bytes.includes('typarray') ? meddle(client, bytes) : bytes
      if (passed) database.write(passed)
    })
    database.on('data', (bytes) => client.write(bytes))
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(url)
  through.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const sql = postgres(through.href, { max: 1 })
  const ends = [await listOrCode(sql), await listOrCode(sql)]
  await sql.end({ timeout: 1 })
  proxy.close()
  return { ends, connections }
}

const listOrCode = (sql: Sql): Promise<unknown> =>
  sql`select array[1, 2] as list`.then(
    ([row]) => row?.['list'],
    ({ code }: { code?: string }) => code,
  )

const closed = await asked((client) => void client.end())
const reset = await asked((client) => void client.resetAndDestroy())
const refused = await asked((_client, question) =>
  Buffer.from(question.toString('latin1').replace('b.typarray', 'b.no_array'), 'latin1'),
)

// Terminated connections cause notices, which would be printed.
const onnotice = () => {}
const sql = postgres(url, { max: 3, onnotice, connection: { application_name: 'short-lived' } })
const killer = postgres(url, { max: 1, onnotice })
const ends = new Set<string>()
const storm = { isOver: false }
const asking = Array.from({ length: 6 }, async () => {
  while (!storm.isOver) ends.add(JSON.stringify(await listOrCode(sql)))
})
for (let round = 0; round < 60; round++)
  await killer`select pg_terminate_backend(pid), pg_sleep(0.02) from pg_stat_activity
    where application_name = 'short-lived'`
storm.isOver = true
await Promise.all(asking)
const after = await Promise.all(Array.from({ length: 6 }, () => listOrCode(sql)))
await Promise.all([sql.end({ timeout: 1 }), killer.end({ timeout: 1 })])
process.stdout.write(JSON.stringify({ closed, reset, refused, storm: [...ends], after, uncaught }))
