import type { UnresolvedDependency } from '../../model/component.ts'
import { shownText } from '../../sources/shown-text.ts'
import { byBytes } from '../npm-tree/sort-order.ts'
import type { Requirer } from './demand.ts'
import type { Pin, WalkedDependencies } from './walked-dependencies.ts'

/** Dependencies that the walk could not resolve to components. */
export interface WalkGaps {
  readonly unresolved: readonly UnresolvedDependency[]
  /** True if all dependencies were resolved. */
  readonly complete: boolean
}

type Gap = Omit<UnresolvedDependency, 'ecosystem'>

/** Returns all demands that are missing or not satisfied, sorted. */
export function gapsOfWalk(walked: WalkedDependencies, scanned: Requirer): WalkGaps {
  const { pins, graph, failures, contradictions, limit } = walked
  const gaps: Gap[] = [
    ...[...failures].flatMap(([name, reason]) =>
      graph
        .on(name)
        .map(({ from, requirement }) => ({ name, requested: requirement.requested, requiredBy: keyOf(from), reason })),
    ),
    ...[...contradictions]
      .filter(([name]) => !failures.has(name))
      .flatMap(([name, demands]) =>
        demands.map(({ from, requirement }) => ({
          name,
          requested: requirement.requested,
          requiredBy: keyOf(from),
          reason:
            `it conflicts with other requirements, so Assay used ${name} ` +
            `${pins.get(name)?.version ?? 'unknown'}; pip may select older packages, or fail to ` +
            'install this',
        })),
      ),
    ...[...pins.values()].flatMap((pin) => gapsOfPin(pin, walked)),
    ...(limit === undefined
      ? []
      : [
          {
            name: scanned.name,
            requested: `==${scanned.version}`,
            requiredBy: keyOf(scanned),
            reason: `not all of its dependencies were resolved: ${limit}`,
          },
        ]),
  ]
  const shown = gaps.map((gap): UnresolvedDependency => ({
    ...gap,
    name: shownText(gap.name),
    requested: shownText(gap.requested),
    reason: shownReason(gap.reason),
    ecosystem: 'PyPI',
  }))
  const keyed = new Map(shown.map((gap) => [JSON.stringify(gap), gap]))
  return { unresolved: [...keyed].sort(([a], [b]) => byBytes(a, b)).map(([, gap]) => gap), complete: gaps.length === 0 }
}

/** Returns a package's demands that cannot be satisfied from any index or cannot be parsed. */
function gapsOfPin(pin: Pin, { graph }: WalkedDependencies): Gap[] {
  const requiredBy = keyOf(pin)
  const [demand] = graph.on(pin.name)
  return [
    ...(pin.problem === undefined
      ? []
      : [
          {
            name: pin.name,
            requested: demand?.requirement.requested ?? `==${pin.version}`,
            requiredBy: demand === undefined ? requiredBy : keyOf(demand.from),
            reason: `the dependencies of ${requiredBy} are unknown: ${pin.problem}`,
          },
        ]),
    ...pin.requirements.invalid.map(({ line, problem }) => ({
      name: line,
      requested: line,
      requiredBy,
      reason: `it ${problem}, so it is not a valid requirement (PEP 508)`,
    })),
    ...pin.demands
      .filter(({ requirement }) => requirement.isUrl)
      .map(({ requirement }) => ({
        name: requirement.name,
        requested: requirement.requested,
        requiredBy,
        reason: 'it comes from a URL outside the package index',
      })),
  ]
}

const keyOf = ({ name, version }: Requirer): string => `${name}@${version}`

/** Sanitizes a reason. Assay's own sentences may quote text from packages. */
const shownReason = (reason: string): string => shownText(reason, 1_000)
