import { Op, RegionKind } from '../../ir/operations.ts'
import type { ConditionFacts } from './condition-facts.ts'
import { disjoinFacts, FactsBuilder, type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { endingCalls } from './never-returns.ts'
import type { ProgramPoint } from './program-point.ts'

/** Cases of one `switch` that are looked at. */
const maxCases = 100

/**
 * What holds after a `switch` whose default leaves: the value is one of those of the other cases.
 * `switch (name) { case 'a': break; default: throw … }`
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
    const cases = casesBefore(context, left)
    if (cases.length > 0)
      all.add(cases.map((condition) => proofs.impliedFacts(condition, [], true)).reduce(disjoinFacts))
  }
  return all.known.isImpossible ? noFacts : all.known
}

/** Conditions of the cases before a default. */
function casesBefore({ program, index }: GuardContext, standard: number): readonly number[] {
  const parent = program.regionAround(standard)
  const found: number[] = []
  for (let region = standard - 1; region > parent && found.length < maxCases; region -= 1) {
    if (program.regionAround(region) !== parent || program.regionKinds[region] === RegionKind.dead) continue
    const condition = program.conditionOf(region)
    const isCase = program.regionKinds[region] === RegionKind.when && index.siblingOf(region) < 0
    if (!isCase || !isComparison(program, condition)) break
    found.push(condition)
  }
  return found
}

/** `case 'a':`, `case 'a': case 'b':` */
function isComparison(program: GuardContext['program'], condition: number): boolean {
  if (program.op(condition) === Op.Logical)
    return [1, 2].every((side) => isComparison(program, program.operand(condition, side)))
  return (
    program.op(condition) === Op.Binary &&
    program.text(condition, 0) === '===' &&
    program.op(program.operand(condition, 2)) === Op.Literal
  )
}
