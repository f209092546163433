import { dataflowLimits } from '../../../dataflow-limits.ts'
import { Op } from '../../../ir/operations.ts'
import {
  derivingAttributes,
  derivingFunctions,
  element,
  puttingTogether,
  splitting,
  splittingWords,
  takingItem,
  type Derivation,
} from '../../../models/sanitizers/derivations.ts'
import {
  appendingMethods,
  readingFunctions,
  readingMethods,
  readsByName,
} from '../../../models/sanitizers/reading-functions.ts'
import type { TaintMask } from '../../../taint-kind.ts'
import { callDerivation } from '../call-derivation.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import type { GuardContext } from '../guard-context.ts'
import { collectionOf } from '../iterated-collection.ts'
import { isConstant } from '../literals.ts'
import { operandsOf } from '../operands.ts'
import { isOfLoop } from '../phi-values.ts'
import { type Frame, frameOfNode, innerFrame } from './test-frames.ts'
import { allTests, anyTests, noTests, type Tests, withKinds } from './tests.ts'

const [maxSteps, maxFrames, maxCallees] = [400, 8, 12]
/** Operators used to compute character codes or numeric addresses. */
const computing: ReadonlySet<string> = new Set([...'+-*/%&|^', '<<', '>>', '>>>', '**', '//'])

/** A node that is tested. */
export interface TestedNode {
  readonly node: number
  readonly frame: Frame
  readonly kinds: TaintMask
  /** True if the test holds only for some elements of a collection. */
  readonly isOfSome: boolean
}

/**
 * Returns the values in the outermost function that a tested node depends on. A test of the node also counts as a test
 * of these values, for the returned kinds.
 */
export function testedNodes(context: GuardContext, { node, frame, kinds, isOfSome }: TestedNode): Tests {
  return withKinds(new TestedNodes(context, isOfSome).of(node, frame), kinds)
}

const everyKind: TaintMask = -1

/**
 * Finds the nodes in the outermost function on which a value depends, through other functions, loops over parts, and
 * character codes. Excludes fixed parts of a value, such as a file name's extension.
 */
class TestedNodes {
  readonly #context: GuardContext
  readonly #isOfSome: boolean
  readonly #known = new Map<string, Tests | undefined>()
  #steps = 0

  constructor(context: GuardContext, isOfSome: boolean) {
    this.#context = context
    this.#isOfSome = isOfSome
  }

  of(node: number, frame: Frame): Tests {
    return this.#look(node, frame) ?? noTests
  }

  /** Undefined if the value is already being visited, because it depends on itself through a loop. */
  #look(node: number, frame: Frame): Tests | undefined {
    const { program } = this.#context
    if (node < 0 || program.op(node) === Op.Literal) return noTests
    const here = frameOfNode(this.#context, node, frame)
    const key = `${node} ${here.functionIndex} ${here.call}`
    if (this.#known.has(key)) return this.#known.get(key)
    if (this.#steps >= maxSteps) return noTests
    this.#steps += 1
    this.#known.set(key, undefined)
    const found = this.#parts(node, here)
    const all = here.up ? found : allTests([new Map([[node, everyKind]]), found])
    this.#known.set(key, all)
    return all
  }

  #all(nodes: readonly number[], frame: Frame): Tests {
    return allTests(nodes.map((node) => this.of(node, frame)))
  }

  /** Returns the tested nodes that several alternative values have in common. */
  #any(nodes: readonly number[], frame: Frame): Tests {
    return anyTests(
      nodes
        .filter((node) => node >= 0 && (!isConstant(this.#context.program, node) || this.#appended(node).length > 0))
        .map((node) => this.#look(node, frame))
        .filter((one) => one !== undefined),
    )
  }

  #parts(node: number, frame: Frame): Tests {
    const { program } = this.#context
    const operands = (first = 0, step = 1) =>
      operandsOf(program, node)
        .slice(first, dataflowLimits.maxOperands)
        .filter((_operand, index) => index % step === 0)
    switch (program.op(node)) {
      case Op.Await:
      case Op.Typed:
      case Op.Capture:
      case Op.Spread:
      case Op.Yield:
        return this.of(program.operand(node, 0), frame)
      case Op.Element:
        return this.#isOfSome ? noTests : this.of(program.operand(node, 0), frame)
      case Op.Property:
      case Op.Keyword:
        return this.of(program.operand(node, 1), frame)
      case Op.ArrayOf:
        return this.#all([...operands(), ...this.#appended(node)], frame)
      case Op.Concat:
      case Op.Cell:
        return this.#all(operands(), frame)
      case Op.Phi:
        return isOfLoop(program, node) ? this.#all(operands(0, 2), frame) : this.#any(operands(0, 2), frame)
      case Op.Logical:
        return this.#any(operands(1), frame)
      case Op.Binary:
        return computing.has(program.text(node, 0)) ? this.#all(operands(1), frame) : noTests
      case Op.Load:
        return this.#load(node, frame)
      case Op.LoadDynamic:
        // An element at a constant index is only one part of the value.
        return program.op(program.operand(node, 1)) === Op.Literal ? noTests : this.of(program.operand(node, 0), frame)
      case Op.Parameter:
        return this.#parameter(node, frame)
      case Op.Call:
      case Op.New:
        return this.#call(node, frame)
      default:
        return noTests
    }
  }

  /** Returns the values that are appended to a list. */
  #appended(list: number): readonly number[] {
    const { program } = this.#context
    return [...program.users(list)]
      .filter((user) => program.op(user) === Op.Load && appendingMethods.has(program.text(user, 1)))
      .flatMap((load) => [...program.users(load)])
      .filter((call) => program.op(call) === Op.Call)
      .flatMap((call) => argumentsOf(this.#context, call))
  }

  #load(node: number, frame: Frame): Tests {
    const { program } = this.#context
    const [object, key] = [program.operand(node, 0), program.text(node, 1)]
    const making = derivingAttributes.get(key)
    if (making) return withKinds(this.of(object, frame), kindsThrough(making))
    if (/^\d+$/.test(key)) return noTests
    // An attribute of untrusted input, or of a URL or path parsed by a library, is a separate value: a test of the
    // attribute is not a test of the object. Attributes of other parsed results are followed.
    return this.#isParsed(object) ? this.of(object, frame) : noTests
  }

  /** Reports whether an object is part of the result of a parser or a project function. */
  #isParsed(node: number): boolean {
    const { program, references } = this.#context
    let at = node
    while (program.op(at) === Op.Load || program.op(at) === Op.Typed || program.op(at) === Op.Await)
      at = program.operand(at, 0)
    const op = program.op(at)
    if (op === Op.Element || op === Op.LoadDynamic || op === Op.Phi) return true
    if (op !== Op.Call) return false
    const { externals, lastName } = namesOfCall(this.#context, at)
    const isKnown = externals.some((name) => derivingFunctions.has(name))
    return !isKnown && (references.callees(at).length > 0 || readsByName(lastName))
  }

  #parameter(node: number, frame: Frame): Tests {
    const { program, references } = this.#context
    const collection = collectionOf(this.#context, node)
    if (collection >= 0) return this.#isOfSome ? noTests : this.of(collection, frame.up ?? frame)
    if (!frame.up) return noTests
    const given = references.argumentFor(frame.call, frame.functionIndex, program.operand(node, 0))
    return given === undefined ? noTests : this.of(given, frame.up)
  }

  #call(node: number, frame: Frame): Tests {
    const { program, references } = this.#context
    const callees = references.callees(node)
    if (callees.length > 0)
      return anyTests(
        callees.slice(0, maxCallees).map((callee) => {
          const inside = innerFrame(frame, node, callee, maxFrames)
          const returned = (program.functions[callee]?.returns ?? []).filter((one) => !program.isDead(one))
          return inside
            ? this.#any(
                returned.map((one) => program.operand(one, 0)),
                inside,
              )
            : noTests
        }),
      )
    const names = namesOfCall(this.#context, node)
    const { externals, lastName, method, receiver } = names
    const given = argumentsOf(this.#context, node)
    const items = given.flatMap((one) => (program.op(one) === Op.ArrayOf ? operandsOf(program, one) : [one]))
    if (method !== undefined && /^(?:slice|substring|substr)$/.test(method))
      return this.#takesEnd(given[0]) ? noTests : this.of(receiver, frame)
    const made = callDerivation(this.#context, node, names, given)
    if (made && !this.#isMapped(node)) return withKinds(this.#all(made.of, frame), kindsThrough(made.making))
    if (method !== undefined && readingMethods.has(method))
      return this.#isPart(node, method)
        ? noTests
        : this.#all(method === 'join' ? [receiver, ...items] : [receiver], frame)
    return externals.some((name) => readingFunctions.has(name)) || readsByName(lastName)
      ? this.#all(items, frame)
      : noTests
  }

  /**
   * True for `list.map(f)` if `f` is a conversion such as `Number`. The results contain less information than the
   * list's strings.
   */
  #isMapped(call: number): boolean {
    const { program, references } = this.#context
    return references
      .externals(program.operand(call, 1))
      .some((name) => /^(?:Number|parseInt|Boolean|int|float|len)$/.test(name))
  }

  /** True for the end of a string: `name.slice(-4)`, `name.slice(name.lastIndexOf('.'))`. */
  #takesEnd(start = -1): boolean {
    const { program } = this.#context
    const isFixed = (node: number) => program.op(node) === Op.Literal
    switch (program.op(start)) {
      case Op.Literal:
        return program.text(start, 1).startsWith('-')
      case Op.Unary:
        return isFixed(program.operand(start, 1))
      case Op.Binary:
        return isFixed(program.operand(start, 2))
      case Op.Concat:
        return operandsOf(program, start).some((part) => this.#takesEnd(part))
      case Op.Call:
        return /^(?:lastIndexOf|rfind|rindex)$/.test(namesOfCall(this.#context, start).method ?? '')
      default:
        return false
    }
  }

  /** True for a character at a fixed position: `name.charAt(0)`. */
  #isPart(call: number, method: string): boolean {
    const { program } = this.#context
    return /^(?:char|code)/.test(method) && program.op(program.operand(call, 1)) === Op.Literal
  }
}

const parts: ReadonlySet<Derivation> = new Set([element, puttingTogether, splitting, splittingWords])

/** Returns the kinds for which a test of the derived value also counts as a test of the original one. */
function kindsThrough(making: Derivation): TaintMask {
  if (making === takingItem) return 0
  return parts.has(making) ? everyKind : making.checks | (making.tests ?? 0)
}
