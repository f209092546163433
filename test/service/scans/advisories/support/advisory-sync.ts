import { tmpdir } from 'node:os'
import type { AdvisorySync } from '../../../../../src/service/scans/advisories/sync/sync-context.ts'
import type { DatabaseClient } from '../../../../../src/service/db/client.ts'
import { createNetwork } from '../../../../../src/engine/net/http-network.ts'

const network = createNetwork({ allowedNetworks: [] })

/** A sync of the given bases, and its log. */
export function advisorySync(
  database: DatabaseClient,
  bases: readonly string[],
): AdvisorySync & { readonly logged: { readonly level: string; readonly [detail: string]: unknown }[] } {
  const logged: { level: string; [detail: string]: unknown }[] = []
  const noting = (level: string) => (details: object) => logged.push({ ...details, level })
  return {
    database,
    bases,
    network,
    temporaryFolder: tmpdir(),
    log: { info: noting('info'), warn: noting('warn') },
    logged,
  }
}
