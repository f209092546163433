import { describe, expect, it } from 'vitest'
import { createAuthenticator } from '../../../src/service/accounts/authenticate.ts'
import { createAccount, createApiKey } from '../../../src/service/accounts/create-account.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { readConfig } from '../../../src/settings/config.ts'
import { testDatabase } from '../../support/test-database.ts'

const { db } = await testDatabase()
const secret = 's'.repeat(40)
const next = 'the next pepper of thirty-two characters'
// Nothing is cached: each call looks the key up.
const authenticateWith = (peppers?: readonly [string, ...string[]]) =>
  createAuthenticator({
    db,
    masterKey: masterKeyFrom(secret, peppers),
    callerChanges: { generation: () => undefined, heard: async () => {} },
  })

describe('another pepper', () => {
  it('leaves every key valid while both are configured, and hashes each again on its use', async () => {
    const account = await createAccount({ db, masterKey: masterKeyFrom(secret) }, { name: 'alice', plan: 'free' })
    const made = (name: string, peppers?: readonly [string, ...string[]]) =>
      createApiKey(
        { db, masterKey: masterKeyFrom(secret, peppers) },
        { accountId: account?.id ?? '', name, permissions: ['scans:read'] },
      )
    const [used, unused] = [await made('used'), await made('unused')]

    // First, every process gets the new pepper in second place. Then it moves to the first place. Every process can
    // verify every hash at any time.
    const [learning, rotated, over] = [
      authenticateWith(['secret', next]),
      authenticateWith([next, 'secret']),
      authenticateWith([next]),
    ]
    expect(await learning(used)).toMatchObject({ accountId: account?.id })
    expect(await over(used)).toBeUndefined()
    expect(await rotated(used)).toMatchObject({ accountId: account?.id })
    const fresh = await made('fresh', [next, 'secret'])
    // A process that still has the old pepper first can verify the new hash. It uses the old pepper for its own hashes
    // until it is replaced.
    expect(await learning(fresh)).toBeDefined()
    expect(await learning(used)).toBeDefined()
    for (const key of [used, fresh]) expect(await rotated(key)).toBeDefined()

    expect(await over(used)).toBeDefined()
    expect(await over(fresh)).toBeDefined()
    expect(await over(unused)).toBeUndefined()
    expect(await authenticateWith()(used)).toBeUndefined()
    expect(await rotated(`${used.slice(0, -1)}${used.endsWith('a') ? 'b' : 'a'}`)).toBeUndefined()
  })

  it('is a setting that is checked and never repeated', () => {
    expect(readConfig({}).keyPeppers).toBeUndefined()
    expect(readConfig({ ASSAY_KEY_PEPPERS: `${next}, secret` }).keyPeppers).toEqual([next, 'secret'])
    expect(() => readConfig({ ASSAY_KEY_PEPPERS: 'hunter2,secret' })).toThrow(
      /^ASSAY_KEY_PEPPERS: The list contains an invalid pepper/,
    )
    expect(() => readConfig({ ASSAY_KEY_PEPPERS: 'hunter2,secret' })).not.toThrow(/hunter2/)
  })
})
