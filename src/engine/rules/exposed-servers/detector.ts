import { mayBeSource } from '../../analysis/source-dialect.ts'
import type { Detector } from '../detector.ts'
import { openingFindings } from './opening-findings.ts'
import { exposureRules } from './rules/catalogue.ts'

/**
 * Reports servers that stand open: to whom they answer, whose word they take, and what they filter in one place alone.
 */
export const exposedServers: Detector = {
  id: 'exposed-servers',
  rules: exposureRules.map(({ document }) => document),
  reads: mayBeSource,
  missing: ({ flows }) => flows.partial,
  detect: ({ flows, snapshot, signal }) => openingFindings(flows, snapshot, signal),
}
