import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { errorText, isDatabaseAway } from '../../../src/service/db/query-error.ts'

const failed = (code: string) => new DrizzleQueryError('select 1', [], Object.assign(new Error('why'), { code }))

describe('an error of the database', () => {
  it.each([
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
    '08P01',
    '25006',
    '53100',
    '53200',
    '53300',
    '57P01',
    '57P02',
    '57P03',
    '57P05',
  ])('%s passes', (code) => {
    expect(isDatabaseAway(failed(code))).toBe(true)
    expect(isDatabaseAway(failed(code).cause)).toBe(true)
  })

  it.each(['23505', '40001', '42P01', '22021', '57014'])('%s is a fault', (code) =>
    expect(isDatabaseAway(failed(code))).toBe(false),
  )
})

describe('the text of an error of prepared statements', () => {
  const errorOf = (code: string, message: string) => Object.assign(new Error(message), { code })
  const advice = /\(If DATABASE_URL leads to a connection pooler in transaction mode, also set DATABASE_DIRECT_URL\.\)$/

  // The first two come from PgBouncer up to 1.20 or without max_prepared_statements, the last one from later versions.
  it.each([
    ['26000', 'prepared statement "a1" does not exist'],
    ['42P05', 'prepared statement "a1" already exists'],
    ['0A000', 'cached plan must not change result type'],
  ])('%s names the missing setting', (code, message) => {
    expect(errorText(errorOf(code, message))).toMatch(advice)
    expect(errorText(new DrizzleQueryError('select 1', [], errorOf(code, message)))).toMatch(advice)
  })

  it('names no setting for another feature that the server does not support', () => {
    expect(errorText(errorOf('0A000', 'cannot create index concurrently'))).toBe('cannot create index concurrently')
  })
})
