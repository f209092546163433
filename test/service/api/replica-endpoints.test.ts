import { describe, expect, it } from 'vitest'
import { endpoints } from '../../../src/service/api/catalogue.ts'
import { readinessOf } from '../../../src/service/api/readiness.ts'
import { primaryReads, type ReadDemand, type Reads } from '../../../src/service/db/replica/reads.ts'
import { sessionCookieName } from '../../../src/service/api/session-cookie.ts'
import { startWebServer } from '../../../src/service/startup/web-server.ts'
import { testApi } from '../../support/test-api.ts'
import pino from 'pino'
import { createAddressPolicy } from '../../../src/engine/net/address-policy.ts'
import { closedGateway } from '../../../src/service/github/github-app-gateway.ts'

describe('endpoints that a replica serves', () => {
  const served = endpoints.filter(({ readsReplica }) => readsReplica)

  it('are public, change nothing, and store no responses', () => {
    expect(served.length).toBeGreaterThan(12)
    for (const { id, permission, method, audited, takesIdempotencyKey } of served) {
      expect([id, permission, audited, takesIdempotencyKey]).toEqual([id, 'anyone', undefined, undefined])
      // A comparison sends its list of servers in a body.
      if (id !== 'compare-servers') expect([id, method]).toEqual([id, 'get'])
    }
  })
})

describe('requests of a service with a replica', () => {
  it('demand current data with a key or a session, and use the reads of the process', async () => {
    const api = await testApi()
    const demands: ReadDemand[] = []
    const onPrimary = primaryReads(api.db)
    const reads: Reads = {
      state: () => ({ status: 'lagging', lagMs: 42_400 }),
      read: (demand, run) => {
        demands.push(demand)
        return onPrimary.read(demand, run)
      },
    }
    const log = pino({ level: 'silent' })
    await using server = await startWebServer(
      {
        ...api,
        reads,
        advisoryBases: [],
        log,
        addressPolicy: createAddressPolicy([]),
        githubDoor: closedGateway('APP_ID'),
      },
      { host: '127.0.0.1', port: 0, publicUrl: 'http://127.0.0.1' },
    )
    const { key } = await api.account('reader')
    const demandsOf = async (path: string, headers: Record<string, string> = {}) => {
      demands.length = 0
      await (await fetch(`${server.address}${path}`, { headers })).text()
      return demands.map(({ isCurrent }) => isCurrent)
    }
    expect(await demandsOf('/api/v1/servers')).toEqual([false])
    expect(await demandsOf('/api/v1/servers', { 'x-api-key': key })).toEqual([true])
    expect(await demandsOf('/api/v1/scans', { 'x-api-key': key })).toEqual([])
    for (const path of ['/', '/stats', '/stats/registry.json', '/advisories', '/compare', '/sitemap.xml'])
      expect([path, await demandsOf(path)]).toEqual([path, [false]])
    // A server that the replica does not have may be new.
    expect(await demandsOf('/servers/x')).toEqual([false, true])
    const cookie = `${sessionCookieName('http://127.0.0.1')}=${'x'.repeat(43)}`
    expect(await demandsOf('/api/v1/servers', { cookie })).toEqual([true])
    const { problems, replica } = await readinessOf({ db: api.db, advisoryBases: [], log, reads })
    expect(replica).toEqual({ status: 'lagging', lagMs: 42_400 })
    expect(problems).toContain('The read replica is 42 s behind. All reads use the primary.')
    const shown = await (await fetch(`${server.address}/readyz`)).json()
    expect(shown.replica).toBeUndefined()
    expect(shown.problems.join()).not.toContain('replica')
  })
})
