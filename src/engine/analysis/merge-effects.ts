import type { FlowReport } from './flow.ts'
import { taintLimits } from './taint-limits.ts'

/** Merges the effects of tools in the reports on a project's parts. Counts the effects beyond the limit as cut. */
export function mergeEffects(reports: readonly FlowReport[]): Pick<FlowReport, 'toolEffects'> {
  const effects = reports.flatMap(({ toolEffects }) => toolEffects?.effects ?? [])
  const beyond = Math.max(effects.length - taintLimits.maxKept, 0)
  const cutTools = reports.reduce((sum, { toolEffects }) => sum + (toolEffects?.cutTools ?? 0), beyond)
  return effects.length + cutTools === 0
    ? {}
    : { toolEffects: { effects: effects.slice(0, taintLimits.maxKept), cutTools } }
}
