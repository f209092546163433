import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { isLateWriteOfPostgresJs } from '../../src/db/late-write.ts'
import { testDatabase } from '../support/test-database.ts'

const { url } = await testDatabase()

describe('a connection that is lost inside a transaction', () => {
  it('rejects the transaction and leaves the pool usable; the error that escapes is known', async () => {
    const program = fileURLToPath(new URL('lose-connection.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, url])
    expect(JSON.parse(stdout)).toEqual({ rejected: 'CONNECTION_CLOSED', after: { one: 1 }, uncaught: [true] })
  })

  it('is not taken for any other error', () => {
    expect(isLateWriteOfPostgresJs(new TypeError("Cannot read properties of null (reading 'write')"))).toBe(false)
    expect(isLateWriteOfPostgresJs(new Error('anything'))).toBe(false)
    expect(isLateWriteOfPostgresJs('nextWrite')).toBe(false)
  })
})
