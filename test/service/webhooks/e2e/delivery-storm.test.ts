import { expect, it } from 'vitest'
import { withRealSockets } from '../../../engine/net/loopback.ts'
import { testDatabase } from '../../../support/test-database.ts'
import { trustedCertificate } from '../../../support/tls-certificate.ts'
import { quantile, runStorm } from '../storm/run-storm.ts'

withRealSockets()

const database = await testDatabase()

it(
  'a small storm: what hangs, fails, resets and streams without end holds up nobody, and counts add up to the ' +
    'last event',
  async () => {
    // `npm run test:storms` runs a larger one with a limit of 1 s.
    const storm = { healthy: 3, hanging: 4, failing: 2, resetting: 1, streaming: 1, eventsEach: 8, attemptMs: 10_000 }
    const result = await runStorm(database, await trustedCertificate(), storm)
    expect(result).toMatchObject({
      healthyReceived: 24,
      healthyDistinct: 24,
      delivered: 32,
      failed: 56,
      waiting: 0,
      oddlyFailed: 0,
      attempts: 32 + 5 * 56,
    })
    // Measured before a hanging receiver times out, which takes 10 s.
    expect(quantile(result.latenciesMs, 0.95)).toBeLessThan(8_000)
  },
  180_000,
)
