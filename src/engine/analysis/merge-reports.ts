import { taintLimits } from './taint-limits.ts'
import { serverSurfaceLimits } from './server-surface/server-surface-limits.ts'
import type { ServerSurface } from './server-surface/server-surface.ts'
import { type FlowReport, noFlows } from './flow.ts'
import { compareByLocation } from './taint/propagation/compare-by-location.ts'
import { mergeEffects } from './merge-effects.ts'
import { partialText } from './taint/propagation/partial-text.ts'
import { largestVendored } from './taint/propagation/vendored-packages.ts'

/** Merges the reports on a project's parts in the given order. The limits of a single report apply to the result. */
export function mergeReports(reports: readonly FlowReport[]): FlowReport {
  const [first = noFlows, second] = reports
  if (!second) return first
  const flows = reports.flatMap((report) => report.flows).sort(compareByLocation)
  const tools = reports.flatMap((report) => report.tools)
  const weakCalls = reports.flatMap((report) => report.weakCalls ?? [])
  // Not limited, because a secret is not recognized if its host is missing.
  const writtenHosts = [...new Set(reports.flatMap((report) => report.writtenHosts ?? []))]
  const toolTexts = reports.flatMap((report) => report.toolTexts ?? [])
  const textChanges = reports.flatMap((report) => report.textChanges ?? [])
  const vendored = vendoredOf(reports)
  const exceeded = {
    values: sum(reports, ({ exceeded: { values } = none }) => values),
    checks: sum(reports, ({ exceeded: { checks } = none }) => checks),
  }
  const partial = [
    ...new Set([
      ...reports.flatMap((report) => report.partial ?? []),
      ...(toolTexts.length > 2 * taintLimits.maxKept || textChanges.length > taintLimits.maxKept
        ? [partialText.definitions]
        : []),
      ...(flows.length > taintLimits.maxKept || tools.length > taintLimits.maxKept
        ? ['the project has more dangerous flows or tools than a report can contain']
        : []),
    ]),
  ].join('; ')
  return {
    flows: flows.slice(0, taintLimits.maxKept),
    tools: tools.slice(0, taintLimits.maxKept),
    ...(writtenHosts.length > 0 && { writtenHosts }),
    ...(weakCalls.length > 0 && { weakCalls: weakCalls.slice(0, taintLimits.maxKept) }),
    ...mergeEffects(reports),
    ...(toolTexts.length > 0 && { toolTexts: toolTexts.slice(0, 2 * taintLimits.maxKept) }),
    ...(textChanges.length > 0 && { textChanges: textChanges.slice(0, taintLimits.maxKept) }),
    exposure: exposureOf(reports.map(({ exposure }) => exposure)),
    files: reports.reduce((sum, { files }) => sum + files, 0),
    nodes: reports.reduce((sum, { nodes }) => sum + nodes, 0),
    ...(vendored.length > 0 && { vendored }),
    ...(exceeded.values + exceeded.checks > 0 && { exceeded }),
    ...(partial !== '' && { partial: partial.slice(0, 500) }),
  }
}

const none: NonNullable<FlowReport['exceeded']> = { values: 0, checks: 0 }

const sum = (reports: readonly FlowReport[], count: (report: FlowReport) => number): number =>
  reports.reduce((all, report) => all + count(report), 0)

function exposureOf(exposures: readonly ServerSurface[]): ServerSurface {
  return {
    listeners: exposures.flatMap(({ listeners }) => listeners).slice(0, serverSurfaceLimits.maxListeners),
    origins: exposures.flatMap(({ origins }) => origins).slice(0, serverSurfaceLimits.maxOrigins),
    filters: exposures.flatMap(({ filters }) => filters).slice(0, serverSurfaceLimits.maxFilters),
    identities: exposures.flatMap(({ identities }) => identities).slice(0, serverSurfaceLimits.maxIdentities),
    secrets: exposures.flatMap(({ secrets }) => secrets).slice(0, serverSurfaceLimits.maxSecrets),
  }
}

function vendoredOf(reports: readonly FlowReport[]): NonNullable<FlowReport['vendored']> {
  const bytesOf = new Map<string, number>()
  for (const { vendored } of reports)
    for (const { package: name, bytes } of vendored ?? []) bytesOf.set(name, (bytesOf.get(name) ?? 0) + bytes)
  return largestVendored(bytesOf)
}
