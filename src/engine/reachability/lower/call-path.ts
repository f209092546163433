import type { CallStep, Reachability } from '../../model/reachability.ts'
import type { ModuleSource } from '../graph/module-source.ts'
import type { VulnerablePackage } from '../installed-program.ts'
import { describeTargets, findTargets } from '../targets.ts'
import type { ChangeSign, VulnerableFunction } from '../vulnerable-functions.ts'
import type { FunctionPlace, LowerGraph } from './lower-graph.ts'

/** Number of changed functions up to which a large release still names the vulnerable ones. */
const fewFunctions = 5
/** Signs that other changes of a large release rarely have. New conditions are common. */
const strongSigns: ReadonlySet<ChangeSign> = new Set(['throw', 'check', 'pattern', 'removed-call'])

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
  const candidates =
    functions.confidence === 'high'
      ? certain
      : changed.length <= fewFunctions
        ? changed
        : changed.filter(({ signs }) => signs.some((sign) => strongSigns.has(sign)))
  const { found } = findTargets(source, packageIndex, candidates)
  const likely = findTargets(source, packageIndex, likelyCauses(candidates)).found
  const targets = new Set(likely.map(({ path, local }) => `${path}:${local}`))
  const path = graph.pathTo(
    ({ module, local }) => module.packageIndex === packageIndex && targets.has(`${module.path}:${local}`),
  )
  if (!path) return undefined
  return { status: 'reachable', functions: describeTargets(found), path: path.map((step) => stepOf(source, step)) }
}

/** Functions whose change looks like a fix. In a larger release, the others may have changed for another reason. */
function likelyCauses(functions: readonly VulnerableFunction[]): readonly VulnerableFunction[] {
  const names = new Set(functions.map(({ name }) => name.slice(name.lastIndexOf('.') + 1)))
  const signed = functions.filter(({ signs }) => signs.length > 0)
  return names.size > fewFunctions && signed.length > 0 ? signed : functions
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
