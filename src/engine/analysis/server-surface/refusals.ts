import { LiteralKind, Op, RegionKind } from '../ir/operations.ts'
import { httpServerLanguage } from '../models/server-surface/http-servers.ts'
import {
  decodingUnlessTold,
  leavingNames,
  suspectNames,
  throwingVerifiers,
} from '../models/server-surface/request-words.ts'
import { type CredentialFlow, followCredentials } from './credential-flow.ts'
import { plainName } from './plain-name.ts'
import { regionsAround } from './region-links.ts'
import { Sign } from './sign.ts'
import { type ServerSurfaceContext, signsOf } from './surface-context.ts'

/** Functions that a request passes through: the entry functions, and all functions reachable from them. */
export interface CheckedFunctions {
  readonly starts: readonly number[]
  readonly functions: ReadonlySet<number>
}

/** How a check affects unauthenticated callers. */
export interface RefusalOutcome {
  /** True if at least one credential test determines whether the request proceeds, or if this is undecided. */
  readonly refuses: boolean
  /** Regions guarded by a credential test. */
  readonly controlled: ReadonlySet<number>
}

/**
 * Reports whether a credential test controls a request. A check that reads, logs, counts, or stores the outcome but
 * lets every request pass is ignored.
 */
export function findRefusal(
  context: ServerSurfaceContext,
  { starts, functions }: CheckedFunctions,
  seeds: readonly number[],
): RefusalOutcome {
  const flow = followCredentials(context, seeds, functions)
  const { controlled } = flow
  if (flow.isCut) return { refuses: true, controlled }
  const search = new RefusalSearch(context, { starts, functions }, flow)
  return { refuses: search.endsByCall() || [...controlled].some((region) => search.isRefusal(region)), controlled }
}

class RefusalSearch {
  readonly #context: ServerSurfaceContext
  readonly #starts: ReadonlySet<number>
  readonly #functions: ReadonlySet<number>
  readonly #flow: CredentialFlow

  constructor(context: ServerSurfaceContext, { starts, functions }: CheckedFunctions, flow: CredentialFlow) {
    this.#context = context
    this.#starts = new Set(starts)
    this.#functions = functions
    this.#flow = flow
  }

  /** True if a function verifies a credential and throws or may throw. */
  endsByCall(): boolean {
    const { program, references } = this.#context
    return [...this.#flow.derived].some((node) => {
      if (node >= program.nodeCount) return false
      const op = program.op(node)
      if ((op !== Op.Call && op !== Op.New) || references.callees(node).length > 0 || this.#isSwallowed(node))
        return false
      const name = plainName(this.#context, program.operand(node, 0)) ?? ''
      if (references.externals(program.operand(node, 0)).some((one) => decodingUnlessTold.test(one))) return true
      return throwingVerifiers.has(name) || (suspectNames.test(name) && !this.#isAsked(node))
    })
  }

  /**
   * True if the result of a call is used in a condition. In that case, the condition is evaluated instead of the call.
   */
  #isAsked(call: number): boolean {
    const { program, regions } = this.#context
    const seen = new Set([call])
    for (const node of seen) {
      if (seen.size > 60 || (regions().byCondition.get(node)?.length ?? 0) > 0) return true
      for (const user of program.users(node)) {
        const op = program.op(user)
        if (op === Op.Return || op === Op.Store) return true
        if (this.#flow.derived.has(user)) seen.add(user)
      }
    }
    return false
  }

  /** True if an exception is caught here or by all callers, and the request proceeds afterwards. */
  #isSwallowed(node: number, depth = 0): boolean {
    const { program, regions, references } = this.#context
    const { rescues, leaves } = regions()
    for (let region = program.regionAt(node); region >= 0; region = program.regionAround(region)) {
      const rescue = program.regionKinds[region] === RegionKind.attempt ? rescues.get(region) : undefined
      if (rescue !== undefined) return leaves[rescue] !== 1 && !this.#hasRefusal(rescue)
    }
    const inside = program.functionOf(node)
    const callers = this.#starts.has(inside)
      ? []
      : references.callers(inside).filter((call) => this.#functions.has(program.functionOf(call)))
    return depth < 3 && callers.length > 0 && callers.every((call) => this.#isSwallowed(call, depth + 1))
  }

  /** True if a request that reaches this region is rejected, or if only requests that reach it proceed. */
  isRefusal(region: number): boolean {
    const { program, regions } = this.#context
    const inside = program.functionAround(region)
    if (!this.#functions.has(inside)) return false
    if (this.#nodesIn(region).some((node) => this.#ends(node))) return true
    const siblings = (regions().byCondition.get(program.conditionOf(region)) ?? []).filter((one) => one !== region)
    const passes = this.#passesIn(inside)
    if (passes.length > 0) return this.#decidesPasses(region, siblings, passes)
    const leaves = regions().leaves[region] === 1
    const own = this.#callsOf(inside)
    const work = own.filter((call) => this.#isWithin(call, region) === false && call > program.conditionOf(region))
    const hasRefusal = this.#hasRefusal(region)
    if (leaves) return (this.#starts.has(inside) && this.#isAnswer(region)) || (hasRefusal && work.length > 0)
    if (!hasRefusal) return false
    const isElse = work.some((call) => siblings.some((one) => this.#isWithin(call, one)))
    if (isElse) return work.every((call) => siblings.some((one) => this.#isWithin(call, one)))
    return this.#mayAnswerLater(inside) && work.length === 0
  }

  /** False for a hook that returns nothing, because the request proceeds. */
  #isAnswer(region: number): boolean {
    const { program } = this.#context
    const returns = this.#nodesIn(region).filter((node) => program.op(node) === Op.Return)
    return returns.length === 0 || !this.#isHook(region) || returns.some((node) => !this.#isNothing(node))
  }

  /** True for a function that returns a response or nothing, such as one that runs before each request. */
  #isHook(region: number): boolean {
    const { program } = this.#context
    const inside = program.functionAround(region)
    return !this.#mayAnswerLater(inside) && (program.functions[inside]?.end ?? -1) >= 0
  }

  /** True if a function answers through a response object instead of its return value. */
  #mayAnswerLater(index: number): boolean {
    const { program } = this.#context
    return program.files[program.functions[index]?.file ?? 0]?.semantics.libraries === httpServerLanguage
  }

  #isNothing(node: number): boolean {
    const { program } = this.#context
    const value = program.operand(node, 0)
    return program.op(value) === Op.Literal && program.operand(value, 0) === LiteralKind.nothing
  }

  /** True if one branch of the condition lets the request pass and the other does not. */
  #decidesPasses(region: number, siblings: readonly number[], passes: readonly number[]): boolean {
    const { program, regions } = this.#context
    const condition = program.conditionOf(region)
    const around = program.regionAround(region)
    const inRegion = passes.filter((pass) => this.#isWithin(pass, region))
    const inSibling = passes.filter((pass) => siblings.some((one) => this.#isWithin(pass, one)))
    if (regions().leaves[region] === 1 && inRegion.length === 0) return true
    if (inRegion.length > 0 === inSibling.length > 0) return false
    return !passes.some(
      (pass) =>
        pass > condition &&
        !inRegion.includes(pass) &&
        !inSibling.includes(pass) &&
        program.functionOf(pass) === program.functionAround(region) &&
        this.#isWithin(pass, around),
    )
  }

  /** Returns calls in a function or its callbacks that let the request pass. `next(error)` does not. */
  #passesIn(inside: number): readonly number[] {
    const { signs } = this.#context
    return [...this.#functions]
      .filter((index) => index === inside || this.#isInner(index, inside))
      .flatMap((index) => signs.passes.get(index) ?? [])
      .filter((pass) => !this.#handsError(pass))
  }

  #isInner(index: number, outer: number): boolean {
    const { functions } = this.#context.program
    let at = functions[index]?.parent ?? -1
    for (let depth = 0; depth < 4 && at > 0; depth += 1, at = functions[at]?.parent ?? -1) if (at === outer) return true
    return false
  }

  #handsError(pass: number): boolean {
    const { program } = this.#context
    if (!this.#mayAnswerLater(program.functionOf(pass))) return false
    const first = program.operandCount(pass) > 1 ? program.operand(pass, 1) : -1
    return first >= 0 && program.op(first) !== Op.Literal
  }

  /** True for an exception, or a call that ends the request. */
  #ends(node: number): boolean {
    const { program, references } = this.#context
    const op = program.op(node)
    if (op === Op.Throw) return !this.#isSwallowed(node)
    if (op !== Op.Call) return false
    const callee = program.operand(node, 0)
    const callees = references.callees(node)
    if (callees.length === 0) {
      const name = plainName(this.#context, callee) ?? ''
      return leavingNames.test(name) || (/^(?:next|done|cb|callback|reject)$/.test(name) && this.#handsError(node))
    }
    return (
      !this.#isSwallowed(node) &&
      callees.every((index) => {
        const found = program.functions[index]
        return found !== undefined && found.returns.length === 0 && found.end < 0
      })
    )
  }

  #hasRefusal(region: number): boolean {
    const { signs, references, program } = this.#context
    return this.#nodesIn(region).some(
      (node) =>
        (signs.refusals.get(program.functionOf(node)) ?? []).includes(node) ||
        (program.op(node) === Op.Call &&
          references.callees(node).some((index) => (signsOf(this.#context, [index]) & Sign.refuses) !== 0)),
    )
  }

  #nodesIn(region: number): readonly number[] {
    const { program } = this.#context
    return (this.#context.nodesByRegion().get(program.functionAround(region)) ?? []).filter((node) =>
      program.isWithin(program.regionAt(node), region),
    )
  }

  #callsOf(inside: number): readonly number[] {
    const { program } = this.#context
    return (this.#context.nodesByRegion().get(inside) ?? []).filter((node) => program.op(node) === Op.Call)
  }

  #isWithin(node: number, region: number): boolean {
    const { program, regions } = this.#context
    return regionsAround(program, regions(), node).has(region)
  }
}
