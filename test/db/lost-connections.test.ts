import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../support/test-database.ts'

const { url } = await testDatabase()

describe('a connection that is lost inside a transaction', () => {
  it('rejects the transaction and all that it asks later, nothing escapes, and its place in the pool serves others', async () => {
    const program = fileURLToPath(new URL('lose-connection.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, url])
    expect(JSON.parse(stdout)).toEqual({ rejected: 'CONNECTION_CLOSED', after: { one: 1 }, late: 'CONNECTION_CLOSED', uncaught: [] })
  })
})
