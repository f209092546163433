import type { Database } from '../../src/service/db/client.ts'
import { createStallContext, type StallContext } from '../../src/service/scans/stalls/suspicion.ts'

/** For workers in the process of a test, which no watchdog watches. */
export function testStalls(db: Database): StallContext {
  return createStallContext(db, { begin: () => {}, end: () => {} })
}
