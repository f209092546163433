import type { Database } from '../../src/service/db/client.ts'
import { createStallContext, type StallContext } from '../../src/service/scans/stalls/suspicion.ts'

/** For workers that scan in the process of a test, where no stall is watched. */
export function testStalls(db: Database): StallContext {
  return createStallContext(db, { begin: () => {}, end: () => {} })
}
