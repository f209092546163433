import { LiteralKind, Op, RegionKind } from '../../ir/operations.ts'
import { contradiction, disjoinFacts, type Facts, noFacts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'
import { argumentsOf } from './call-names.ts'
import { Memo } from './memo.ts'
import type { PlaceFacts } from './program-point.ts'
import { seenThrough } from './seen-through.ts'
import type { Validators } from './validators.ts'

/** Maximum number of calls to visit per callback. */
const maxCalls = 12

/**
 * Returns the facts that hold in a callback because of the call that received it: `check(name, (error) => { if (error)
 * return; … })`.
 */
export class CallbackFacts {
  readonly #context: GuardContext
  readonly #validators: Validators
  readonly #surroundings: PlaceFacts
  readonly #known = new Memo<Facts>()

  constructor(context: GuardContext, validators: Validators, surroundings: PlaceFacts) {
    this.#context = context
    this.#validators = validators
    this.#surroundings = surroundings
  }

  /** `region` is in the function that `closure` creates. */
  at(closure: number, region: number): Facts {
    return this.#known.answer(this, region, () => this.#find(closure, region))
  }

  #find(closure: number, region: number): Facts {
    const { program, references } = this.#context
    const [call = -1, ...others] = program.users(closure)
    if (others.length > 0 || program.op(call) !== Op.Call || program.operand(call, 0) === closure) return noFacts
    const inside = program.operand(closure, 0)
    const [callee, ...otherCallees] = references.callees(call)
    const calls = references.callers(inside)
    if (callee === undefined || otherCallees.length > 0 || calls.length === 0 || calls.length > maxCalls) return noFacts
    const [error] = program.functions[inside]?.parameters ?? []
    const needsNone = error !== undefined && isUnset(this.#context, error.node, region)
    let all = contradiction
    for (const one of calls) {
      if (program.functionOf(one) !== callee) return noFacts
      if (program.isDead(one) || (needsNone && isError(this.#context, argumentsOf(this.#context, one)[0]))) continue
      const known = this.#surroundings.at({ region: program.regionAt(one), position: one })
      all = disjoinFacts(all, this.#validators.handedBack(call, callee, known))
    }
    return all.isImpossible ? noFacts : all
  }
}

/** Reports whether a callback's first argument is certainly unset in a region, as after `if (error) return`. */
function isUnset({ program }: GuardContext, error: number, region: number): boolean {
  const inside = program.functionAround(region)
  for (let at = region; at >= 0 && program.functionAround(at) === inside; at = program.regionAround(at)) {
    const condition = program.conditionOf(at)
    if (condition < 0) continue
    const isTrue = program.regionKinds[at] === RegionKind.when
    if (condition === error) {
      if (!isTrue) return true
    } else if (program.op(condition) === Op.Unary && program.text(condition, 0) === '!') {
      if (isTrue && program.operand(condition, 1) === error) return true
    } else if (program.op(condition) === Op.Binary && isTrue === /^===?$/.test(program.text(condition, 0))) {
      const [left, right] = [program.operand(condition, 1), program.operand(condition, 2)]
      if ((left === error && isNothing(program, right)) || (right === error && isNothing(program, left))) return true
    }
  }
  return false
}

const isNothing = (program: GuardContext['program'], node: number): boolean =>
  (program.op(node) === Op.Literal && program.operand(node, 0) === LiteralKind.nothing) ||
  (program.op(node) === Op.Global && program.text(node, 0) === 'undefined')

/** Reports whether a value is certainly truthy: a new error, or a string. */
function isError(context: GuardContext, node: number | undefined): boolean {
  if (node === undefined) return false
  const { program } = context
  const made = seenThrough(context, node)
  return (
    program.op(made) === Op.New ||
    program.op(made) === Op.ObjectOf ||
    program.op(made) === Op.Caught ||
    (program.literalText(made) ?? '') !== ''
  )
}
