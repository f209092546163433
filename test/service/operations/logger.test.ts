import { describe, expect, it } from 'vitest'
import { insertApiKey } from '../../../src/service/db/accounts/api-keys.ts'
import { serializeError } from '../../../src/service/operations/logger.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db } = await testDatabase()

describe('the log', () => {
  it('tells which query failed and why, and nothing of what it was about', async () => {
    const key = {
      id: '00000000-0000-4000-8000-000000000000',
      accountId: '00000000-0000-4000-8000-00000000000f',
      name: 'hunter2\n    at hunter3',
      prefix: 'hunter4',
      secretHash: Buffer.from('hunter5'),
      permissions: ['hunter6'],
    }
    const error = await insertApiKey(db, key).catch((reason: unknown) => reason)
    const entry = JSON.stringify(serializeError(error as Error))
    expect(entry).toContain('insert into')
    expect(entry).toContain('api_keys')
    expect(entry).toContain('foreign key')
    expect(entry).not.toMatch(/hunter\d/)
    expect(entry).not.toContain(Buffer.from('hunter5').toString('hex'))
  })
})
