import { Op, RegionKind } from '../../ir/operations.ts'
import type { ConditionFacts } from './condition-facts.ts'
import { disjoinFacts, FactsBuilder, type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { endingCalls } from './never-returns.ts'
import type { ProgramPoint } from './program-point.ts'

/** Maximum number of cases per `switch`. A larger one proves nothing. */
const maxCases = 100

/**
 * Returns the facts after a `switch` whose default exits, as in `switch (name) { case 'a': break; default: throw … }`:
 * the value equals one of the other cases.
 */
export function switchesBefore(
  context: GuardContext,
  proofs: ConditionFacts,
  { region, position }: ProgramPoint,
): Facts {
  const { program, index } = context
  const inside = program.functionAround(region)
  const around = index.around(region)
  const all = new FactsBuilder()
  for (const exit of [...index.exits(inside), ...endingCalls(context, inside)]) {
    const left = program.regionAt(exit)
    if (exit >= position || program.regionKinds[left] !== RegionKind.case || index.endsDead[left] !== 1) continue
    if (around.has(left) || !around.has(program.regionAround(left))) continue
    const cases = casesBeside(context, left)
    if (cases.length > 0)
      all.add(cases.map((condition) => proofs.impliedFacts(condition, [], true)).reduce(disjoinFacts))
  }
  return all.known.isImpossible ? noFacts : all.known
}

/**
 * Returns the conditions of the cases beside a default. Empty if one of them is not a comparison with a literal,
 * because other values then also pass.
 */
function casesBeside({ program, index }: GuardContext, standard: number): readonly number[] {
  const parent = program.regionAround(standard)
  const found: number[] = []
  let firstCondition = index.firstNode(standard)
  for (let region = standard - 1; region > parent; region -= 1) {
    const kind = program.regionKinds[region]
    if (program.regionAround(region) !== parent || kind === RegionKind.dead) continue
    const first = index.firstNode(region)
    // All case conditions precede the first case body, so other nodes end the `switch`.
    if ((kind !== RegionKind.when && kind !== RegionKind.case) || (first >= 0 && first < firstCondition)) break
    const condition = program.conditionOf(region)
    if (!isCase(region) || found.length === maxCases) return []
    // If the case before the default falls through, the default also runs for known values.
    if (found.length === 0 && index.endsDead[region] !== 1) return []
    firstCondition = Math.min(firstCondition, condition)
    found.push(condition)
  }
  for (let region = standard + 1; region < program.regionKinds.length; region += 1) {
    if (program.regionAround(region) < parent) break
    if (program.regionAround(region) !== parent || program.regionKinds[region] === RegionKind.dead) continue
    const condition = program.conditionOf(region)
    if (condition < 0 || condition > index.firstNode(standard) || index.siblingOf(region) >= 0) break
    if (!isCase(region) || index.endsDead[region] !== 1 || found.length === maxCases) return []
    found.push(condition)
  }
  return found

  function isCase(region: number): boolean {
    return (
      program.regionKinds[region] === RegionKind.when &&
      index.siblingOf(region) < 0 &&
      isComparison(program, program.conditionOf(region))
    )
  }
}

/** True for `case 'a':` and `case 'a': case 'b':`. */
function isComparison(program: GuardContext['program'], condition: number): boolean {
  if (program.op(condition) === Op.Logical)
    return [1, 2].every((side) => isComparison(program, program.operand(condition, side)))
  return (
    program.op(condition) === Op.Binary &&
    program.text(condition, 0) === '===' &&
    program.op(program.operand(condition, 2)) === Op.Literal
  )
}
