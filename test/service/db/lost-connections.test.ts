import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../support/test-database.ts'

const { url } = await testDatabase()

describe('a connection that is lost inside a transaction', () => {
  it('rejects the transaction and all that it asks later, and its place in the pool serves others', async () => {
    const program = fileURLToPath(new URL('lose-connection.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, url])
    expect(JSON.parse(stdout)).toEqual({
      rejected: 'CONNECTION_CLOSED',
      after: { one: 1 },
      late: 'CONNECTION_CLOSED',
      uncaught: [],
    })
  })
})

describe('a connection that is lost while it opens', () => {
  it('tells nobody but those that wait for it, and never gives arrays as texts', async () => {
    const program = fileURLToPath(new URL('lose-opening-connection.ts', import.meta.url))
    const { stdout } = await promisify(execFile)(process.execPath, [program, url], { timeout: 60_000 })
    const { storm, ...rest } = JSON.parse(stdout)
    expect(rest).toEqual({
      closed: {
        ends: [
          [1, 2],
          [1, 2],
        ],
        connections: 2,
      },
      reset: { ends: ['ECONNRESET', [1, 2]], connections: 2 },
      refused: { ends: ['42703', [1, 2]], connections: 2 },
      after: Array.from({ length: 6 }, () => [1, 2]),
      uncaught: [],
    })
    expect(storm).toContain('[1,2]')
    expect(
      storm.filter(
        (end: string) => !['[1,2]', '"57P01"', '"CONNECTION_CLOSED"', '"ECONNRESET"', '"EPIPE"'].includes(end),
      ),
    ).toEqual([])
  })
})
