import { findTaintSources } from '../sources/find-taint-sources.ts'
import { TextWork } from '../sources/text-work.ts'
import { findServerSurface } from '../../server-surface/find-server-surface.ts'
import { taintLimits } from '../../taint-limits.ts'
import type { FlowReport } from '../../flow.ts'
import type { ModuleSettings } from '../../modules/module-resolution.ts'
import { resolveModules } from '../../modules/resolve-modules.ts'
import type { Program } from '../../program/program.ts'
import { findReferences } from '../../points-to/find-references.ts'
import { findSinks } from '../sinks/find-sinks.ts'
import { findWeakCalls } from '../sinks/find-weak-calls.ts'
import { markArbitraryQueryTools } from './arbitrary-query-tools.ts'
import { compareByLocation } from './compare-by-location.ts'
import { followTaint } from './follow-taint.ts'
import { followWeakSources } from './follow-weak-sources.ts'
import { exceededBounds, partialText } from './partial-text.ts'
import { reassignedTexts } from './reassigned-texts.ts'
import { resultTexts } from './result-texts.ts'
import { secretReaches } from '../sinks/secret-reaches.ts'
import { capabilitiesOf } from './tool-capabilities.ts'
import { toolEffects } from './tool-effects.ts'
import { textChanges } from './text-changes.ts'
import { toolReports } from './tool-reports.ts'
import { definitionTexts } from './tool-texts.ts'
import { ToolsByRegion } from './tools-by-region.ts'
import { vendoredPackages } from './vendored-packages.ts'

/** Limits for the taint analysis of one project. */
export interface FlowBudget {
  /** Maximum number of points-to steps. */
  readonly referenceSteps: number
  /** Maximum number of taint states. */
  readonly states: number
  /** Reports whether the given fraction of the time is used up (default: all of it). */
  readonly isOver: (share?: number) => boolean
}

/** Fraction of the total time at which each step stops. Later steps work with its partial result. */
const timeShares = { references: 0.5, entries: 0.6, sinks: 0.7, slice: 0.8, spread: 0.88, judge: 0.97 } as const

/** Runs the taint analysis of a program, from untrusted input to sinks. */
export function findFlows(program: Program, settings: ModuleSettings, budget: FlowBudget): FlowReport {
  const within = (step: keyof typeof timeShares) => () => budget.isOver(timeShares[step])
  const references = findReferences(program, resolveModules(program, settings), {
    maxSteps: budget.referenceSteps,
    isOver: within('references'),
  })
  const known = { program, references }
  const { entries, tools, instructions, isCut: areEntriesCut } = findTaintSources(known, within('entries'))
  const sinks = findSinks({ ...known, settings }, within('sinks'))
  const byRegion = new ToolsByRegion(program, tools)
  const following = { known, sinks, tools, byRegion, within }
  const callers = followTaint(following, { entries, uses: sinks.uses, states: budget.states })
  const others = followWeakSources(following, settings, { entries, reached: callers.reached })
  const flows = [...markArbitraryQueryTools(callers.flows), ...others.flows].sort(compareByLocation)
  const secrets = secretReaches(known, sinks.secretReads)
  const writtenHosts = [...new Set(sinks.reaches.flatMap(({ written }) => written ?? []))]
  const areReachesCut = sinks.areReachesCut || writtenHosts.length > taintLimits.maxWrittenHosts
  const assigned = reassignedTexts(known, tools)
  const runtime = { reassigned: assigned.reassigned, work: new TextWork(known) }
  const texts = definitionTexts(known, { tools, instructions }, runtime)
  const results = resultTexts(known, tools, runtime.work)
  const toolTexts = [...texts.texts, ...results.texts]
  const changes = textChanges(known, { tools, instructions }, runtime)
  const offered = toolReports(
    known,
    { tools, instructions, cut: texts.cut },
    capabilitiesOf(
      known,
      { tools, byRegion },
      {
        ...sinks,
        reaches: [...sinks.reaches, ...secrets.reaches],
        isCut: sinks.isCut || areReachesCut || secrets.isCut || references.stoppedBy !== undefined,
      },
    ),
  )
  const isCut = sinks.isCut || references.stoppedBy !== undefined
  const effects = toolEffects(known, { tools, byRegion }, { ...sinks, isCut })
  const runsCommands =
    tools.length > 0 && sinks.capabilities.some(({ capability }) => capability === 'executes-commands')
  const weakCalls = findWeakCalls(known, { runsCommands })
  const vendored = vendoredPackages(program)
  const { exposure, isCut: isExposureCut } = findServerSurface(known, { tools, settings, isOver: budget.isOver })
  const partial =
    references.stoppedBy === 'steps'
      ? 'references'
      : callers.isCut ||
          others.isCut ||
          areEntriesCut ||
          sinks.isCut ||
          isExposureCut ||
          references.stoppedBy === 'time'
        ? 'time'
        : (callers.partial ??
          (flows.length > taintLimits.maxKept
            ? 'flows'
            : offered.isCut || texts.isCut || results.isCut || assigned.isCut || changes.length > taintLimits.maxKept
              ? 'definitions'
              : undefined))
  return {
    flows: flows.slice(0, taintLimits.maxKept),
    tools: offered.tools,
    ...(writtenHosts.length > 0 && { writtenHosts: writtenHosts.slice(0, taintLimits.maxWrittenHosts) }),
    ...(weakCalls.length > 0 && { weakCalls }),
    ...(effects && { toolEffects: effects }),
    ...(toolTexts.length > 0 && { toolTexts }),
    ...(changes.length > 0 && { textChanges: changes.slice(0, taintLimits.maxKept) }),
    exposure,
    files: program.files.length,
    nodes: program.nodeCount,
    ...(vendored.length > 0 && { vendored }),
    ...exceededBounds(references.overfullCount, callers.exceedingChecks),
    ...(partial && { partial: partialText[partial] }),
    ...(partial === 'time' && { partialCause: 'service' as const }),
  }
}
