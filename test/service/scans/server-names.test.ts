import { afterAll, describe, expect, it } from 'vitest'
import { type App, serverNamesOf } from '../../../src/service/startup/app.ts'
import { namesInUse } from '../../../src/engine/scanner/names-in-use.ts'
import { testApi } from '../../support/test-api.ts'

const api = await testApi()
const { db, sql } = api

afterAll(() => api.stop())

describe('the names of servers that scans of an installation compare with', () => {
  it('are those that its registry counts most, once it counts enough', async () => {
    // The only field of the app that is used.
    const app = { database: { db } } as Pick<App, 'database'> as App
    expect(await serverNamesOf(app)('npm')).toEqual([])
    await sql`insert into registry_servers (id, slug, name, category, source_type, status, npm_package, downloads)
      select gen_random_uuid(), 'many-' || n, 'n', 'other', 'npm', 'active', 'tide-tables-' || n, n
      from generate_series(1, 1000) n`
    const names = await namesInUse(serverNamesOf(app))
    expect([
      names.has('npm', 'tide-tables-1000'),
      names.has('npm', 'express'),
      names.has('PyPI', 'tide-tables-1000'),
    ]).toEqual([true, true, false])
  })
})
