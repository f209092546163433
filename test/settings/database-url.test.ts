import { describe, expect, it } from 'vitest'
import { ConfigError } from '../../src/settings/config-error.ts'
import { readConfig } from '../../src/settings/config.ts'
import { urlsByHost } from '../../src/settings/database-url.ts'

const secret = { ASSAY_SECRET: 'x'.repeat(32) }
const several = 'postgres://assay:p%40ss@a.example:5433,b.example,[::1]:5434/assay?target_session_attrs=read-write'

function problemsOf(variables: Record<string, string>): readonly string[] {
  try {
    readConfig({ ...secret, ...variables })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}

describe('DATABASE_URL', () => {
  it('takes an empty host, which PGHOST replaces', () => {
    for (const url of ['postgres:///assay', 'postgres:///assay?sslmode=require', 'postgresql:///'])
      expect(readConfig({ ...secret, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('takes one host, and several hosts with target_session_attrs', () => {
    for (const url of [
      'postgres://db.example/assay',
      'postgresql://assay@db.example:6432/assay?sslmode=require',
      'postgres://db.example/assay?target_session_attrs=primary',
      several,
    ])
      expect(readConfig({ ...secret, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  it('is split into one URL per host', () => {
    expect(urlsByHost(several)).toEqual({
      urls: [
        'postgres://assay:p%40ss@a.example:5433/assay',
        'postgres://assay:p%40ss@b.example/assay',
        'postgres://assay:p%40ss@[::1]:5434/assay',
      ],
      target: 'read-write',
    })
  })

  it.each([
    ['postgres://a.example,b.example/assay', /names several hosts, but not which of them to use\. Add \?target_/],
    ['postgres://a.example,b.example/assay?target_session_attrs=any', /target_session_attrs is not supported\. Use/],
    ['postgres://a.example/assay?target_session_attrs=standby', /target_session_attrs is not supported\. Use/],
    ['postgres://a.example,,b.example/assay?target_session_attrs=read-write', /not a postgres:\/\/ URL\. Use a URL/],
    ['postgres://a.example:x,b.example/assay?target_session_attrs=read-write', /not a postgres:\/\/ URL\. Use a URL/],
    [`postgres://${'a.example,'.repeat(10)}a.example/x?target_session_attrs=read-write`, /not a postgres:\/\/ URL/],
    ['postgres:///assay?target_session_attrs=read-write', /has target_session_attrs, but no host\. Add the host/],
    ['postgres://,/assay', /not a postgres:\/\/ URL\. Use a URL/],
    ['postgres://:5432/assay', /not a postgres:\/\/ URL\. Use a URL/],
    ['postgres://assay@/assay', /not a postgres:\/\/ URL\. Use a URL/],
    ['https://db.example', /not a postgres:\/\/ URL\. Use a URL/],
  ])('rejects %s', (url, problem) => {
    expect(problemsOf({ DATABASE_URL: url })).toEqual([expect.stringMatching(problem)])
    expect(problemsOf({ DATABASE_URL: url })).toEqual([expect.stringMatching(/^DATABASE_URL: /)])
  })

  it('with several hosts excludes backups of one data folder', () => {
    expect(
      problemsOf({
        DATABASE_URL: several,
        ASSAY_BACKUP_CLUSTER: '/data',
        ASSAY_BACKUP_DIR: '/backup',
        ASSAY_BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
      }),
    ).toEqual([expect.stringMatching(/^ASSAY_BACKUP_CLUSTER: Assay cannot back up several servers/)])
  })
})

describe('connection pools', () => {
  it('have sizes', () => {
    expect(readConfig({}).pools).toEqual({ database: 20, queue: 6 })
    expect(readConfig({ ASSAY_DATABASE_CONNECTIONS: '8', ASSAY_QUEUE_CONNECTIONS: '2' }).pools).toEqual({
      database: 8,
      queue: 2,
    })
  })

  it.each(['1', '0', '1000', 'many', '-3', '2.5'])('reject %s', (size) => {
    for (const name of ['ASSAY_DATABASE_CONNECTIONS', 'ASSAY_QUEUE_CONNECTIONS'])
      expect(problemsOf({ [name]: size })).toEqual([expect.stringMatching(`^${name}: .* from 2 to 999\\.$`)])
  })
})

describe('DATABASE_DIRECT_URL', () => {
  const pooler = { DATABASE_URL: 'postgres://pooler.example:6432/assay' }

  it('takes one host, and several hosts with target_session_attrs', () => {
    for (const url of ['postgres://db.example/assay', several])
      expect(readConfig({ ...secret, ...pooler, DATABASE_DIRECT_URL: url }).directUrl).toBe(url)
    expect(readConfig({ ...secret, ...pooler }).directUrl).toBeUndefined()
  })

  it('requires DATABASE_URL, and a URL', () => {
    expect(problemsOf({ DATABASE_DIRECT_URL: several })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL: this setting requires DATABASE_URL/),
    ])
    expect(problemsOf({ ...pooler, DATABASE_DIRECT_URL: 'db.example' })).toEqual([
      expect.stringMatching(/^DATABASE_DIRECT_URL: .*not a postgres:\/\/ URL/),
    ])
  })
})

describe('DATABASE_READ_URL', () => {
  const primary = { DATABASE_URL: 'postgres://db.example/assay' }
  const url = 'postgres://assay@replica.example:5433/assay'

  it('is absent by default, and may lag ten seconds', () => {
    expect(readConfig({ ...secret, ...primary }).replica).toBeUndefined()
    expect(readConfig({ ...secret, ...primary, DATABASE_READ_URL: url }).replica).toEqual({ url, maxLagSeconds: 10 })
    expect(
      readConfig({ ...secret, ...primary, DATABASE_READ_URL: url, ASSAY_REPLICA_MAX_LAG: '60' }).replica?.maxLagSeconds,
    ).toBe(60)
  })

  it.each([
    [{ DATABASE_READ_URL: url }, /^DATABASE_READ_URL: this setting requires DATABASE_URL/],
    [{ ...primary, DATABASE_READ_URL: 'replica' }, /^DATABASE_READ_URL: .* URL of one server\. Use a URL such as/],
    [{ ...primary, DATABASE_READ_URL: several }, /^DATABASE_READ_URL: .* URL of one server/],
    [{ ...primary, DATABASE_READ_URL: 'postgres://a.example,b.example/assay' }, /^DATABASE_READ_URL: /],
    [{ ASSAY_REPLICA_MAX_LAG: '0' }, /^ASSAY_REPLICA_MAX_LAG: .* Use a whole number from 1 to 9999\.$/],
  ])('rejects %o', (variables: Record<string, string>, problem) => {
    expect(problemsOf(variables)).toEqual([expect.stringMatching(problem)])
  })
})
