import type { Database } from '../../src/service/db/client.ts'
import { createStallContext, type StallContext } from '../../src/service/scans/stalls/suspicion.ts'

/** For workers in the process of a test, which has no watchdog. */
export function testStalls(db: Database): StallContext {
  return createStallContext(db, { begin: () => {}, end: () => {} })
}
