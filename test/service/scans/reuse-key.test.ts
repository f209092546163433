import { expect, it } from 'vitest'
import { reuseKeyOf } from '../../../src/service/scans/reuse-result.ts'

const resolved = {
  type: 'git' as const,
  contentDigest: 'b'.repeat(64),
  canonicalUrl: 'https://git.example/shop',
  revision: 'a'.repeat(40),
}

it('distinguishes results with and without reachability', () => {
  const without = reuseKeyOf(resolved, { resolves: true })
  expect(without).toBe(reuseKeyOf(resolved, { resolves: true, judgesReachability: false }))
  expect(without).not.toBe(reuseKeyOf(resolved, { resolves: true, judgesReachability: true }))
})
