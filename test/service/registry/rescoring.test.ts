import { expect, it } from 'vitest'
import { listEntriesOfOtherMethod } from '../../../src/service/db/registry/entries.ts'
import { requestRescoring } from '../../../src/service/registry/rescoring/request-rescoring.ts'
import { testApi } from '../../support/test-api.ts'
import { insertReceiptedServer } from './receipts/receipted-server.ts'

const { db, queue, sql } = await testApi()
const jobs = () => sql`select 1 from pgboss.job where name = 'rescore-servers'`

it('a start rescores servers only if one was scored with another version of the formula', async () => {
  expect(await requestRescoring({ db, queue })).toBe(false)
  await insertReceiptedServer(db, { slug: 'npm-scored' })
  await sql`insert into registry_servers (id, slug, name, category, source_type, status)
    values (gen_random_uuid(), 'npm-unscored', 'unscored', 'other', 'npm', 'active')`
  expect(await requestRescoring({ db, queue }, '1')).toBe(false)
  expect(await jobs()).toHaveLength(0)

  // A server that was merged into another one shows no score.
  await sql`insert into registry_servers (id, slug, name, category, source_type, status, method, security_score,
    merged_into) select gen_random_uuid(), 'npm-merged-' || old.method, 'merged', 'other', 'npm', 'active', old.method,
    50, id from registry_servers, unnest(array['0', '2']) as old (method) where slug = 'npm-scored'`
  expect(await requestRescoring({ db, queue }, '1')).toBe(false)
  expect(await jobs()).toHaveLength(0)
  expect(await listEntriesOfOtherMethod(db, '1', { after: undefined, limit: 10 })).toEqual([])

  for (const method of ['0', '2']) {
    expect(await requestRescoring({ db, queue }, method)).toBe(true)
    expect(await jobs()).toHaveLength(1)
  }
})
