import { FunctionFlag, Op } from '../../../ir/operations.ts'
import { conjoinFacts, type Facts } from '../facts.ts'
import type { GuardContext } from '../guard-context.ts'
import { Memo } from '../memo.ts'
import { seenThrough } from '../seen-through.ts'
import { TestSlice } from './test-slice.ts'
import { noTests, type Tests } from './tests.ts'
import type { TestFacts } from './leaf-tests.ts'
import { maskOf, type TaintMask } from '../../../taint-kind.ts'
import { clearedKinds, type ValueFacts, valueFacts } from '../value-facts.ts'

const remembered = new Memo<Tests>()

/**
 * Returns the facts that follow from an outcome of a condition whose other outcome exits. They are the proved facts
 * and, for values without any, undecided tests.
 */
export function factsWithTests(context: GuardContext, facts: TestFacts, condition: number, isTruthy: boolean): Facts {
  const known = facts.impliedFacts(condition, [], isTruthy)
  if (condition < 0 || known.isImpossible || isPromise(context, checkedIn(context, condition))) return known
  const tested = remembered.answer(
    context,
    `${condition} ${isTruthy}`,
    () => new TestSlice(context, facts).of(condition, isTruthy),
    noTests,
  )
  if (tested.size === 0) return known
  const { values } = context
  const testedAt = seenThrough(context, checkedIn(context, condition))
  const of = new Map<number, ValueFacts>()
  for (const [node, kinds] of tested) {
    const value = values.of(node)
    const here = known.of.get(value)
    const left = kinds & ~(here ? judgedKinds(here) : 0)
    const before = of.get(value)?.tested ?? 0
    if (left !== 0) of.set(value, valueFacts({ tested: before | left, testedAt }))
  }
  return of.size === 0 ? known : conjoinFacts(known, { of, isImpossible: false })
}

/** Returns the kinds for which there are facts other than an undecided test. */
const judgedKinds = (shown: ValueFacts): TaintMask =>
  shown.flaws.reduce(
    (mask, { kinds }) => mask | kinds,
    clearedKinds(shown) | shown.tested | (shown.networks === 0 ? 0 : maskOf('url')),
  )

/** Reports whether a condition is a promise that is not awaited. Such a condition is always truthy. */
function isPromise({ program, references }: GuardContext, node: number): boolean {
  if (program.op(node) !== Op.Call) return false
  const callees = references.callees(node)
  return (
    callees.length > 0 && callees.every((index) => ((program.functions[index]?.flags ?? 0) & FunctionFlag.async) !== 0)
  )
}

/** Returns the node that remains after removing a condition's negations. */
function checkedIn({ program }: GuardContext, condition: number): number {
  let at = condition
  while (program.op(at) === Op.Unary && /^(?:!|not)$/.test(program.text(at, 0))) at = program.operand(at, 1)
  return at
}

/** Returns the undecided tests among facts. */
export function onlyTests({ of }: Facts): readonly (readonly [value: number, shown: ValueFacts])[] {
  return [...of].flatMap(([value, { tested, testedAt }]) =>
    tested === 0 ? [] : [[value, valueFacts({ tested, testedAt })] as const],
  )
}
