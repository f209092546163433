import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, vi } from 'vitest'
import { masterKeyFrom } from '../../../../../src/service/accounts/master-key.ts'
import { startFakeGitHub } from '../../../../support/fake-github/fake-github.ts'
import { testDatabase } from '../../../../support/test-database.ts'
import { checksWorld } from './checks-world.ts'
import { storedJobs } from './stored-jobs.ts'

/**
 * Starts GitHub, a database, and a queue, on a clock that the tests of a file control. Each test starts ten minutes
 * after the previous one, without jobs. Everything ends with the file.
 *
 * @param now start time of the clock, in ISO 8601
 */
export async function startChecks(now: string) {
  const github = await startFakeGitHub()
  const { db, sql } = await testDatabase()
  const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(now) })
  const jobs = await storedJobs(db, () => new Date())
  beforeEach(async () => {
    github.fault = undefined
    github.beforeAnswer = undefined
    await jobs.clear()
    vi.setSystemTime(Date.now() + 10 * 60_000)
  })
  afterAll(async () => {
    vi.useRealTimers()
    expect(github.problems).toEqual([])
    await github[Symbol.asyncDispose]()
  })
  return { github, db, sql, jobs, newWorld: () => checksWorld({ db, jobs, github, masterKey }) }
}
