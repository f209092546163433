import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import type { TestProject } from 'vitest/node'
import { openCluster } from '../../src/service/db/embedded/cluster.ts'
import { migrateDatabase } from '../../src/service/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A cluster with the migrated database `assay_template`, which test files clone. */
    clusterUrl: string
  }
}

export const templateName = 'assay_template'

/** Starts one real Postgres for the whole run, with a migrated database that test files clone. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'assay-test-'))
  await using stack = new AsyncDisposableStack()
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }))
  const cluster = stack.use(
    await openCluster({
      dataDir,
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' },
    }),
  )
  const sql = postgres(cluster.url, { max: 1, onnotice: () => {} })
  await sql`create database ${sql(templateName)}`
  await sql.end()
  await migrateDatabase(databaseIn(cluster.url, templateName))
  project.provide('clusterUrl', cluster.url)
  const running = stack.move()
  return () => running.disposeAsync()
}

/** Returns the URL of another database in the same cluster. */
export function databaseIn(clusterUrl: string, name: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${name}`
  return url.href
}
