import { mayBeSource } from '../../analysis/source-dialect.ts'
import type { Detector } from '../detector.ts'
import { flowFindings } from './flow-findings.ts'
import { flowRules } from './rules/catalogue.ts'

/** Reports untrusted input that reaches a dangerous sink. */
export const dangerousFlows: Detector = {
  id: 'dangerous-flows',
  rules: flowRules,
  reads: mayBeSource,
  missing: ({ flows }) => flows.partial,
  detect: ({ flows, snapshot, signal }) => flowFindings(flows.flows, snapshot, signal),
}
