import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/service/db/client.ts'
import { fileResults } from '../../../src/service/db/scans/shared-results-schema.ts'
import { createFileResults, createShownResults } from '../../../src/service/scans/file-results.ts'
import { testApi } from '../../support/test-api.ts'

const { db } = await testApi()
const context = { db, key: randomBytes(32), version: 'test' }
const cache = createFileResults(context)
const key = cache.keyOf('public', { pathClass: 'x', contentDigest: '00'.repeat(32) })
const usedOn = async () => (await db.select({ day: fileResults.usedOn }).from(fileResults))[0]?.day

it('finds results without marking them as used, which scans do', async () => {
  await cache.keep([{ key, result: { functions: 1 } }])
  await db.update(fileResults).set({ usedOn: sql`'2020-01-01'` })
  expect(await createShownResults(context).find([key])).toEqual(new Map([[key.toString('hex'), { functions: 1 }]]))
  expect(await usedOn()).toBe('2020-01-01')
  expect((await cache.find([key])).size).toBe(1)
  expect(await usedOn()).not.toBe('2020-01-01')
})

it('finds nothing while the database refuses connections', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  await using client = openDatabase(`postgres://127.0.0.1:${port}/assay`, {
    maxConnections: 1,
    applicationName: 'test',
  })
  const away = { ...context, db: client.db }
  expect((await createShownResults(away).find([key])).size).toBe(0)
  await expect(createFileResults(away).find([key])).rejects.toThrow(/Failed query/)
})
