import { mayBeSource } from '../../analysis/source-dialect.ts'
import type { Detector } from '../detector.ts'
import { exposureFindings } from './exposure-findings.ts'
import { exposureRules } from './rules/catalogue.ts'

/** Reports servers that anyone can reach, identities that are not verified, and tool filters that calls can bypass. */
export const exposedServers: Detector = {
  id: 'exposed-servers',
  rules: exposureRules,
  reads: mayBeSource,
  missing: ({ flows }) => flows.partial,
  detect: ({ flows, snapshot, signal }) => exposureFindings(flows, snapshot, signal),
}
