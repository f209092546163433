import { describe, expect, it } from 'vitest'
import { apiKeyPrefix, generateApiKey, hashApiKey, isSameHash } from '../../../src/service/accounts/api-key.ts'
import { masterKeyFrom } from '../../../src/service/accounts/master-key.ts'
import { seal, unseal } from '../../../src/service/accounts/sealed.ts'

describe('API keys', () => {
  it('have the form of the interface, a public prefix, and never repeat', () => {
    const keys = Array.from({ length: 200 }, () => generateApiKey())
    for (const { key, prefix } of keys) {
      expect(key).toMatch(/^mcp_[A-Za-z0-9]{8}_[A-Za-z0-9]{32}$/)
      expect(apiKeyPrefix(key)).toBe(prefix)
    }
    expect(new Set(keys.map(({ key }) => key)).size).toBe(200)
  })

  it.each([
    '',
    'mcp_',
    'mcp_abcdefgh_',
    'mcp_abcdefgh_short',
    `mcp_abcdefgh_${'x'.repeat(33)}`,
    ` mcp_abcdefgh_${'x'.repeat(32)}`,
    `MCP_abcdefgh_${'x'.repeat(32)}`,
    `mcp_abcdefgh_${'x'.repeat(31)}é`,
  ])('do not look like %j', (text) => {
    expect(apiKeyPrefix(text)).toBeUndefined()
  })

  it('are stored as a hash that depends on key and pepper', () => {
    const pepper = Buffer.alloc(32, 1)
    const hash = hashApiKey(pepper, 'a')
    expect(isSameHash(hash, hashApiKey(pepper, 'a'))).toBe(true)
    expect(isSameHash(hash, hashApiKey(pepper, 'b'))).toBe(false)
    expect(isSameHash(hash, hashApiKey(Buffer.alloc(32, 2), 'a'))).toBe(false)
    expect(isSameHash(hash, hash.subarray(1))).toBe(false)
  })
})

describe('secrets at rest', () => {
  const key = masterKeyFrom('a secret that is made up for this test').derive('webhook-secrets')

  it('open with the same key and owner only, and not when a byte changed', () => {
    const sealed = seal(key, 'owner', 'whsec_example')
    expect(sealed.includes('whsec_example')).toBe(false)
    expect(unseal(key, 'owner', sealed)).toBe('whsec_example')
    expect(() => unseal(key, 'another', sealed)).toThrow()
    expect(() => unseal(masterKeyFrom('another secret').derive('webhook-secrets'), 'owner', sealed)).toThrow()
    for (const index of [0, 12, sealed.length - 1]) {
      const changed = Buffer.from(sealed)
      changed[index] = (changed[index] ?? 0) ^ 1
      expect(() => unseal(key, 'owner', changed)).toThrow()
    }
  })

  it('are never sealed the same way twice', () => {
    expect(seal(key, 'owner', 'same').equals(seal(key, 'owner', 'same'))).toBe(false)
  })

  it('have another key for each purpose', () => {
    const master = masterKeyFrom('a secret that is made up for this test')
    expect(master.derive('api-key-pepper').equals(master.derive('webhook-secrets'))).toBe(false)
  })
})
