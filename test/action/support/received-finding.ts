import type { Finding } from '../../../client/assay.ts'
import { storedFinding } from '../../support/findings.ts'

/** A finding as it comes from the service, with the given parts changed. */
export function received(parts: Parameters<typeof storedFinding>[0]): Finding {
  return JSON.parse(JSON.stringify(storedFinding(parts)))
}
