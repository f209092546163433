import { createInterface } from 'node:readline'
import postgres from 'postgres'
import { type ClusterOptions, openCluster } from '../../../../src/service/db/embedded/cluster.ts'

/**
 * A process that opens the cluster in its argument (JSON of ClusterOptions), and executes the commands on stdin:
 * `query` and `dispose`. It prints one line of JSON for each. On SIGINT it drains like a server: it runs one more
 * query, closes the cluster, and ends.
 */
const options = JSON.parse(process.argv[2] ?? '') as ClusterOptions
const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`)

let stop = () => {}
process.on('SIGINT', () => stop())

const cluster = await openCluster({
  ...options,
  onNotice: (notice) => say({ notice }),
  onLost: (error) => say({ lost: error.message }),
})
say({ url: cluster.url, adopted: cluster.adopted, pid: process.pid })

async function query(): Promise<object> {
  const sql = postgres(cluster.url, { max: 1, connect_timeout: 5 })
  try {
    return { rows: await sql`select 1 as one` }
  } finally {
    await sql.end()
  }
}

stop = async () => {
  await new Promise((resolve) => setTimeout(resolve, 300))
  say({ drained: await query() })
  await cluster[Symbol.asyncDispose]()
  process.exit(0)
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'query') say(await query())
  if (line === 'dispose') {
    await cluster[Symbol.asyncDispose]()
    say({ disposed: true })
  }
}
