import { mayBeSource } from '../../analysis/source-dialect.ts'
import type { Detector } from '../detector.ts'
import { flowFindings } from './flow-findings.ts'
import { flowRules } from './rules/catalogue.ts'

/** Reports values that somebody outside decides and that do harm where they are used. */
export const dangerousFlows: Detector = {
  id: 'dangerous-flows',
  rules: flowRules.map(({ document }) => document),
  reads: mayBeSource,
  missing: ({ flows }) => flows.partial,
  detect: ({ flows, snapshot, signal }) => flowFindings(flows.flows, snapshot, signal),
}
