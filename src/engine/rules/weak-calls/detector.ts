import { mayBeSource } from '../../analysis/source-dialect.ts'
import type { Detector } from '../detector.ts'
import { weakCallFindings } from './weak-call-findings.ts'
import { weakCallRules } from './rules/catalogue.ts'

/** Reports calls that are weak in themselves, such as reading a token without verifying it. */
export const weakCalls: Detector = {
  id: 'weak-calls',
  rules: weakCallRules,
  reads: mayBeSource,
  missing: ({ flows }) => flows.partial,
  detect: ({ flows, snapshot, signal }) => weakCallFindings(flows.weakCalls ?? [], snapshot, signal),
}
