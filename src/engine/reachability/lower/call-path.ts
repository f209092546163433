import type { CallStep, Reachability } from '../../model/reachability.ts'
import type { ModuleSource } from '../graph/module-source.ts'
import type { VulnerablePackage } from '../installed-program.ts'
import { describeTargets, findTargets } from '../targets.ts'
import type { FunctionPlace, LowerGraph } from './lower-graph.ts'

/** Number of changed functions up to which a large release still names the vulnerable ones. */
const fewFunctions = 5

/**
 * Returns `reachable` with the shortest call path to a vulnerable function, or undefined if no path is known. If other
 * changes of the release hide the cause, only a list of few functions counts.
 */
export function callPath(
  graph: LowerGraph,
  source: ModuleSource,
  { packageIndex, vulnerable }: { readonly packageIndex: number; readonly vulnerable: VulnerablePackage },
): Reachability | undefined {
  const { functions } = vulnerable
  if (functions === undefined) return undefined
  const certain = functions.functions.filter(({ isWeak }) => isWeak !== true)
  const changed = certain.filter(({ change }) => change === 'changed' || change === 'removed')
  if (functions.confidence === 'low' && changed.length > fewFunctions) return undefined
  const { found } = findTargets(source, packageIndex, functions.confidence === 'low' ? changed : certain)
  const targets = new Set(found.map(({ path, local }) => `${path}:${local}`))
  const path = graph.pathTo(
    ({ module, local }) => module.packageIndex === packageIndex && targets.has(`${module.path}:${local}`),
  )
  if (!path) return undefined
  return { status: 'reachable', functions: describeTargets(found), path: path.map((step) => stepOf(source, step)) }
}

function stepOf(source: ModuleSource, { module, local, line }: FunctionPlace & { readonly line?: number }): CallStep {
  const { name = -1, offset = 1 } = module.unit.functions[local] ?? {}
  return {
    ...(module.packageIndex > 0 && { package: source.nameOf(module.packageIndex) }),
    path: module.path,
    line: line ?? Math.max(offset, 1),
    function: module.unit.strings[name] ?? '',
  }
}
