import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { afterAll, inject } from 'vitest'
import { type DatabaseClient, openDatabase } from '../../src/service/db/client.ts'
import { databaseIn, templateName } from './template-database.ts'

/** Clones a migrated database from the template. It is dropped after the test file. */
export async function testDatabase(): Promise<DatabaseClient & { readonly url: string }> {
  const clusterUrl = inject('clusterUrl')
  const name = `assay_test_${randomBytes(6).toString('hex')}`
  const admin = postgres(clusterUrl, { max: 1, onnotice: () => {} })
  await admin`create database ${admin(name)} template ${admin(templateName)}`
  const url = databaseIn(clusterUrl, name)
  const client = openDatabase(url, { maxConnections: 4, applicationName: 'test' })
  afterAll(async () => {
    await client[Symbol.asyncDispose]()
    await admin`drop database ${admin(name)} with (force)`
    await admin.end()
  })
  return { ...client, url }
}
