import { taintLimits } from './taint-limits.ts'
import { analysisChildLimits } from '../isolation/analysis-child-limits.ts'
import { semanticsOf } from './frontends/catalogue.ts'
import type { FlowReport } from './flow.ts'
import { findFlows } from './taint/propagation/find-flows.ts'
import { decodeModule } from './ir/decode-module.ts'
import { MalformedModule } from './ir/packed-integers.ts'
import type { IrModule } from './ir/ir-module.ts'
import type { ModuleSettings } from './modules/module-resolution.ts'
import { linkModules } from './program/link-modules.ts'
import type { Program } from './program/program.ts'
import { unpackProject } from './project-container.ts'

/**
 * Runs the taint analysis on a project that `packProject` serialized. Skips modules beyond the node limit and
 * unreadable modules. The report states how many were skipped.
 */
export function analyzeProject({ content }: { readonly content: Buffer }): FlowReport {
  const startedAt = performance.now()
  const { program, settings, withinMs, files, left, unreadable } = putTogether(content)
  const { partialCause, ...report } = findFlows(program, settings, {
    referenceSteps: taintLimits.maxPointsToSteps,
    states: taintLimits.maxTaintStates,
    isOver: (share = 1) => performance.now() - startedAt > withinMs * share,
  })
  const partial = [
    ...(left === 0 ? [] : [`the project is too large: ${left} of ${files} files were not analyzed`]),
    ...(unreadable === 0 ? [] : [`the stored representation of ${unreadable} of ${files} files is unreadable`]),
    ...(report.partial === undefined ? [] : [report.partial]),
  ].join('; ')
  const isOfContent = left > 0 || (report.partial !== undefined && partialCause === undefined)
  return { ...report, ...(partial !== '' && { partial, ...(!isOfContent && { partialCause: 'service' as const }) }) }
}

/** A separate function, so that the decoded modules can be garbage-collected before the analysis starts. */
function putTogether(content: Buffer): {
  readonly program: Program
  readonly settings: ModuleSettings
  readonly withinMs: number
  readonly files: number
  readonly left: number
  readonly unreadable: number
} {
  const { units: encoded, settings, withinMs = analysisChildLimits.analysisTimeoutMs } = unpackProject(content)
  const units: { path: string; unit: IrModule }[] = []
  let nodes = 0
  let unreadable = 0
  for (const { path, unit } of encoded) {
    const decoded = unitOf(unit)
    if (!decoded) {
      unreadable += 1
      continue
    }
    if (nodes + decoded.ops.length > taintLimits.maxNodes) continue
    nodes += decoded.ops.length
    units.push({ path, unit: decoded })
  }
  units.sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    program: linkModules(units),
    settings,
    withinMs,
    files: encoded.length,
    left: encoded.length - units.length - unreadable,
    unreadable,
  }
}

function unitOf(bytes: Buffer): IrModule | undefined {
  try {
    const unit = decodeModule(bytes)
    return semanticsOf(unit.language) && unit
  } catch (error) {
    if (error instanceof MalformedModule) return undefined
    throw error
  }
}
