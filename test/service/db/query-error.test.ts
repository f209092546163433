import { DrizzleQueryError } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { isDatabaseAway } from '../../../src/service/db/query-error.ts'

const failed = (code: string) => new DrizzleQueryError('select 1', [], Object.assign(new Error('why'), { code }))

describe('an error of the database', () => {
  it.each([
    'ECONNREFUSED',
    'CONNECTION_CLOSED',
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
