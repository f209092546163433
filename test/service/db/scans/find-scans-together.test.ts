import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAccount } from '../../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../../src/service/accounts/master-key.ts'
import { findScanTogether } from '../../../../src/service/db/scans/find-scans-together.ts'
import { findScan, insertScan } from '../../../../src/service/db/scans/scans.ts'
import { testDatabase } from '../../../support/test-database.ts'

const { db } = await testDatabase()
const masterKey = masterKeyFrom(randomBytes(32).toString('hex'))

async function accountWithScan(name: string): Promise<{ accountId: string; scanId: string }> {
  const account = await createAccount({ db, masterKey }, { name, plan: 'free' })
  if (!account) throw new Error(`there is an account ${name} already`)
  const scanId = `scan_${name}`
  await insertScan(db, {
    id: scanId,
    accountId: account.id,
    status: 'pending',
    url: 'https://www.npmjs.com/package/x',
    target: { type: 'npm', name: 'x', selector: 'latest' },
    failOn: 'high',
    stage: 'queued',
    percent: 0,
    sourceType: 'npm',
    estimatedCompletionAt: new Date(),
  })
  return { accountId: account.id, scanId }
}

const [one, other] = [await accountWithScan('one'), await accountWithScan('other')]

describe('scans that are asked for at the same time', () => {
  it('are each found with their own account, and by no other that asks in the same query', async () => {
    const ask = (accountId: string, scanId: string) => findScanTogether(db, accountId, scanId).then((scan) => scan?.id)
    const answers = await Promise.all([
      ask(one.accountId, one.scanId),
      ask(other.accountId, one.scanId),
      ask(other.accountId, other.scanId),
      ask(one.accountId, other.scanId),
      ask(one.accountId, 'scan_unknown'),
      ask(one.accountId, one.scanId),
    ])
    expect(answers).toEqual([one.scanId, undefined, other.scanId, undefined, undefined, one.scanId])
  })

  it('are as when each is asked for alone', async () => {
    expect(await findScanTogether(db, one.accountId, one.scanId)).toEqual(await findScan(db, one.accountId, one.scanId))
  })

  it('are found in more than one query when there are many', async () => {
    const answers = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) =>
        index % 2 === 0
          ? findScanTogether(db, one.accountId, one.scanId)
          : findScanTogether(db, other.accountId, one.scanId),
      ),
    )
    expect(answers.filter((scan) => scan !== undefined)).toHaveLength(500)
  })
})
