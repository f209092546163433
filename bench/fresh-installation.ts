import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type DatabaseClient, openDatabase } from '../src/service/db/client.ts'
import { openCluster } from '../src/service/db/embedded/cluster.ts'
import type { ServerSettings } from '../src/service/db/embedded/settings.ts'
import { migrateDatabase } from '../src/service/db/migrate.ts'

/** An embedded Postgres with its own settings in a temporary folder, which is removed on disposal. */
export interface FreshCluster extends AsyncDisposable {
  readonly folder: string
  /** A new database, which is dropped on disposal. By default, it has the schema of this version. */
  database(migrate?: (url: string) => Promise<void>): Promise<DatabaseClient & { readonly url: string }>
}

export async function freshCluster(settings: ServerSettings = {}): Promise<FreshCluster> {
  await using stack = new AsyncDisposableStack()
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  stack.defer(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = stack.use(await openCluster({ dataDir: folder, settings }))
  const admin = stack.use(openDatabase(cluster.url, { maxConnections: 1, applicationName: 'bench' }))
  const opened = stack.move()
  return {
    folder,
    async database(migrate = migrateDatabase) {
      const name = `bench_${randomBytes(4).toString('hex')}`
      await admin.sql`create database ${admin.sql(name)}`
      const url = new URL(cluster.url)
      url.pathname = `/${name}`
      await migrate(url.href)
      const client = openDatabase(url.href, { maxConnections: 10, applicationName: 'bench' })
      return {
        ...client,
        url: url.href,
        async [Symbol.asyncDispose]() {
          await client[Symbol.asyncDispose]()
          await admin.sql`drop database ${admin.sql(name)} with (force)`
        },
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
