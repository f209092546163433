import { expect, it } from 'vitest'
import { insertServers, serverRow } from '../registry/catalogue-rows.ts'
import { testApi } from '../../support/test-api.ts'
import { shown } from './hostile.ts'

const api = await testApi()

it('uses the singular for one server', async () => {
  await insertServers(api.db, [serverRow('only', { slug: 'npm-only', securityScore: null, grade: null })])
  const words = shown((await api.anonymous('GET', '/stats')).text)
  expect(words).toContain('1 server ')
  expect(words).not.toContain('1 servers')
  expect(words).toMatch(/no complete scan 1 /)
})
