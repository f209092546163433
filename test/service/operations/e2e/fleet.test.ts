import { describe, expect, it } from 'vitest'
import { startFleetServers } from '../../../../bench/parts/fleet/fleet-servers.ts'
import { recordedScans } from '../../../../bench/parts/fleet/recorded-scans.ts'
import { runFleet } from '../../../../bench/parts/fleet/run-fleet.ts'
import { openDatabase } from '../../../../src/service/db/client.ts'
import { hasPooler } from '../../../support/pooler.ts'

describe('the simulated fleet of the benchmark', () => {
  it('uses complete scans of npm packages, PyPI projects, and repositories', () => {
    const recorded = recordedScans()
    expect(recorded.length).toBeGreaterThan(0)
    expect(recorded.filter(({ seconds, components }) => !(seconds > 0) || !(components > 0))).toEqual([])
  })

  it.skipIf(!hasPooler)(
    'claims and ends scans through PgBouncer, on a primary with a replica',
    { timeout: 180_000 },
    async () => {
      await using servers = await startFleetServers(160)
      const run = await runFleet(servers, { workers: 4, idleSeconds: 1, warmUpSeconds: 1, seconds: 10 })
      expect(run.slots).toBe(8)
      expect(run.errors).toEqual([])
      expect(run.scans).toBeGreaterThan(0)
      expect(run.running).toBeLessThanOrEqual(run.slots)
      // The end of each scan is one of them.
      expect(run.notifications).toBeGreaterThan(run.scans)
      // The workers, the sender of scans, and the session that counts.
      expect(run.listening).toBe(6)
      expect(run.busy.cpu.primary).toBeGreaterThan(0)
      expect(run.busy.lagBytes.length).toBe(run.busy.lagMs.length)
      // Every connection to the primary is one of the pooler or one that listens or watches.
      expect(run.busy.connections.server).toBeLessThanOrEqual(100 + run.listening + 5)
      const [row] = await readReplica(servers.set.replica.url)
      expect(row?.completed).toBeGreaterThan(0)
    },
  )
})

async function readReplica(url: string): Promise<readonly { completed: number }[]> {
  await using replica = openDatabase(url, { maxConnections: 1, applicationName: 'test' })
  return await replica.sql<{ completed: number }[]>`
    select count(*)::int as completed from scans where status = 'completed'`
}
