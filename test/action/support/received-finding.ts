import type { Finding } from '../../../client/assay.ts'
import { storedFinding } from '../../support/findings.ts'

/** Returns a finding as the service sends it, with these parts changed. */
export function received(parts: Parameters<typeof storedFinding>[0]): Finding {
  return JSON.parse(JSON.stringify(storedFinding(parts)))
}
