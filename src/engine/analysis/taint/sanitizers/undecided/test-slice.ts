import { Op } from '../../../ir/operations.ts'
import { argumentsOf, namesOfCall } from '../call-names.ts'
import type { GuardContext } from '../guard-context.ts'
import { leafTest, type TestFacts } from './leaf-tests.ts'
import { isTruthyLiteral } from '../literals.ts'
import { operandsOf } from '../operands.ts'
import { isOfLoop } from '../phi-values.ts'
import { seenThrough } from '../seen-through.ts'
import { FieldTests } from './field-tests.ts'
import { ListTests } from './list-tests.ts'
import { WayTests } from './way-tests.ts'
import { type Frame, frameOfNode } from './test-frames.ts'
import { maxParts, partOf, type Sought, type TestQuestions } from './test-questions.ts'
import { allTests, anyTests, noTests, type Tests } from './tests.ts'
import { testedNodes } from './tested-nodes.ts'

/** Maximum number of nodes visited per condition. */
const maxSteps = 600

const counting: ReadonlySet<string> = new Set(['length', 'size'])
/** Functions whose result depends on what their callback returns. */
const asking: ReadonlySet<string> = new Set(
  (
    'some every find findIndex findLast findLastIndex filter reduce map flatMap any all sum next bool Boolean list ' +
    'len set min max'
  ).split(' '),
)
/** Functions whose numeric result reveals the outcome. */
const numbering: ReadonlySet<string> = new Set(['findIndex', 'findLastIndex', 'sum', 'len', 'min', 'max'])

/**
 * Finds the tests that determine a condition. Searches called functions, the values that these return, store, or
 * append, and the conditions under which they do so. Proves nothing about the tested values.
 */
export class TestSlice implements TestQuestions {
  readonly #context: GuardContext
  readonly #facts: TestFacts
  readonly #known = new Map<string, Tests | undefined>()
  readonly #ways: WayTests
  readonly #fields: FieldTests
  readonly #lists: ListTests
  #steps = 0

  constructor(context: GuardContext, facts: TestFacts) {
    this.#context = context
    this.#facts = facts
    this.#ways = new WayTests(context, this)
    this.#fields = new FieldTests(context, this, this.#ways)
    this.#lists = new ListTests(context, this, this.#ways)
  }

  /**
   * Returns the nodes in a condition's function that must have been tested if the condition has this outcome, with the
   * kinds that the tests fit.
   */
  of(condition: number, goesOn: boolean): Tests {
    const frame: Frame = { functionIndex: this.#context.program.functionOf(condition), call: -1, up: undefined }
    return this.condition(condition, frame, { goesOn })
  }

  condition(node: number, frame: Frame, sought: Sought): Tests {
    const at = seenThrough(this.#context, node)
    if (at < 0) return noTests
    const here = frameOfNode(this.#context, at, frame)
    const key = `${at} ${here.call} ${here.up?.call} ${sought.goesOn} ${sought.text} ${sought.isOfSome}`
    const known = this.#known.get(key)
    if (known !== undefined || this.#known.has(key) || !this.step()) return known ?? noTests
    this.#known.set(key, undefined)
    const found = this.#find(at, here, sought)
    this.#known.set(key, found)
    return found
  }

  step(): boolean {
    this.#steps += 1
    return this.#steps <= maxSteps
  }

  #find(at: number, frame: Frame, sought: Sought): Tests {
    const { program } = this.#context
    switch (program.op(at)) {
      case Op.Unary: {
        const isNegated = /^(?:!|not)$/.test(program.text(at, 0))
        const inner = partOf(sought, isNegated ? not(sought.goesOn) : undefined)
        return this.condition(program.operand(at, 1), frame, inner)
      }
      case Op.Logical: {
        const sides = [program.operand(at, 1), program.operand(at, 2)]
          .filter((side) => !this.#isReduced(side, frame))
          .map((side) => this.condition(side, frame, sought))
        const isBoth = sought.text === undefined && sought.goesOn === (program.text(at, 0) === 'and')
        return isBoth ? allTests(sides) : anyTests(sides)
      }
      case Op.Binary:
        return this.#comparison(at, frame, sought)
      case Op.Phi:
        return this.#phi(at, frame, sought)
      case Op.Cell:
        return allTests(this.#few(at).map((part) => this.#fields.stored(part, frame, sought)))
      case Op.Call:
      case Op.New:
        return this.#call(at, frame, sought)
      case Op.Load:
        return this.#load(at, frame, sought)
      case Op.LoadDynamic:
        return this.#fields.item(at, frame, sought)
      case Op.Element:
        return this.condition(program.operand(at, 0), frame, partOf(sought, undefined))
      case Op.ArrayOf:
        return (sought.isOfSome ? anyTests : allTests)([
          ...this.#few(at).map((part) => this.condition(this.#yielded(part), frame, sought)),
          ...this.#lists.appended(at, frame, sought),
        ])
      case Op.Parameter: {
        const given = frame.up && this.#given(at, frame)
        return given === undefined || !frame.up ? noTests : this.condition(given, frame.up, sought)
      }
      default:
        return noTests
    }
  }

  /** Reports whether a value is the accumulator of a `reduce` callback. */
  #isReduced(node: number, { call, functionIndex }: Frame): boolean {
    const { program } = this.#context
    const at = seenThrough(this.#context, node)
    return (
      program.op(at) === Op.Parameter &&
      program.operand(at, 0) === 0 &&
      program.functionOf(at) === functionIndex &&
      call >= 0 &&
      namesOfCall(this.#context, call).method === 'reduce'
    )
  }

  #given(parameter: number, { call, functionIndex }: Frame): number | undefined {
    const { program, references } = this.#context
    return references.argumentFor(call, functionIndex, program.operand(parameter, 0))
  }

  #few(node: number): readonly number[] {
    return operandsOf(this.#context.program, node).slice(0, maxParts)
  }

  #yielded(part: number): number {
    const { program } = this.#context
    return program.op(part) === Op.Spread || program.op(part) === Op.Yield ? program.operand(part, 0) : part
  }

  #comparison(at: number, frame: Frame, sought: Sought): Tests {
    const { program } = this.#context
    const { goesOn } = sought
    const own = this.#leaf(at, frame, sought)
    const operator = program.text(at, 0)
    const [left, right] = [program.operand(at, 1), program.operand(at, 2)]
    const isEqual = /^(?:===?|is)$/.test(operator)
    if (!isEqual && !/^(?:!==?|is not)$/.test(operator)) {
      const isCount = operator === '>' && program.op(right) === Op.Literal && program.text(right, 1) === '0'
      const inner = partOf(sought, isCount ? goesOn : undefined)
      return allTests([own, this.condition(left, frame, inner), this.condition(right, frame, inner)])
    }
    const sides = [
      [left, right],
      [right, left],
    ] as const
    return allTests([
      own,
      ...sides.map(([side, other]) =>
        this.condition(side, frame, this.#comparedWith(other, partOf(sought, isEqual ? goesOn : not(goesOn)))),
      ),
    ])
  }

  #comparedWith(other: number, sought: Sought): Sought {
    const { program } = this.#context
    const { goesOn } = sought
    if (program.op(other) !== Op.Literal) return partOf(sought, undefined)
    const text = program.literalText(other)
    if (text !== undefined) return { ...sought, text }
    return partOf(sought, isTruthyLiteral(program.operand(other, 0), program.text(other, 1)) ? goesOn : not(goesOn))
  }

  /** Handles the operands of a phi. A phi for the result of a loop depends on all of them. */
  #phi(at: number, frame: Frame, sought: Sought): Tests {
    const { program } = this.#context
    const ways: (Tests | undefined)[] = []
    for (let index = 0; index < Math.min(program.operandCount(at), 2 * maxParts); index += 2)
      ways.push(
        this.#ways.chosen(program.operand(at, index), frame, sought, {
          region: program.operand(at, index + 1),
          outer: program.regionAt(at),
        }),
      )
    const found = ways.filter((way) => way !== undefined)
    return isOfLoop(program, at) ? allTests(found) : anyTests(found)
  }

  #call(at: number, frame: Frame, sought: Sought): Tests {
    const { references } = this.#context
    const callees = references.callees(at)
    if (callees.length > 0) return this.#ways.results(at, callees, frame, sought)
    const own = this.#leaf(at, frame, sought)
    const { lastName, method, receiver } = namesOfCall(this.#context, at)
    if (!asking.has(lastName)) return own
    const goesOn = numbering.has(lastName) ? undefined : sought.goesOn
    const isOfSome = sought.isOfSome === true || goesOn !== (lastName === 'every' || lastName === 'all')
    const inner: Sought = { goesOn, ...(isOfSome && { isOfSome: true as const }) }
    const given = argumentsOf(this.#context, at)
      .slice(0, maxParts)
      .flatMap((argument) => {
        const functions = references.functions(argument)
        if (functions.length > 0) return [this.#ways.results(at, functions, frame, inner)]
        return method === undefined
          ? [this.condition(argument, frame, inner), this.#lists.of(argument, frame, inner)]
          : []
      })
    return allTests([
      own,
      ...given,
      ...(method === undefined ? [] : [this.#lists.of(receiver, frame, partOf(sought, undefined))]),
    ])
  }

  #load(at: number, frame: Frame, sought: Sought): Tests {
    const { program } = this.#context
    const [object, key] = [program.operand(at, 0), program.text(at, 1)]
    if (counting.has(key)) return this.#lists.of(object, frame, sought)
    const own = this.#leaf(at, frame, sought)
    return allTests([own, this.#fields.field(object, key, frame, sought)])
  }

  #leaf(node: number, frame: Frame, { goesOn, isOfSome }: Sought): Tests {
    return allTests(
      leafTest(this.#context, this.#facts, { node, goesOn }).map(({ of, kinds }) =>
        testedNodes(this.#context, { node: of, frame, kinds, isOfSome: isOfSome === true }),
      ),
    )
  }
}

const not = (goesOn: boolean | undefined): boolean | undefined => (goesOn === undefined ? undefined : !goesOn)
