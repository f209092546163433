import { Op } from '../../../ir/operations.ts'
import type { GuardContext } from '../guard-context.ts'
import { propertyValue } from '../literals.ts'
import { operandsOf } from '../operands.ts'
import { seenThrough } from '../seen-through.ts'
import { type Frame, frameOfNode } from './test-frames.ts'
import { maxParts, partOf, type Sought, type TestQuestions } from './test-questions.ts'
import type { WayTests } from './way-tests.ts'
import { allTests, anyTests, noTests, type Tests } from './tests.ts'

/** Finds the tests that determine the values of attributes and list items. */
export class FieldTests {
  readonly #context: GuardContext
  readonly #ask: TestQuestions
  readonly #ways: WayTests

  constructor(context: GuardContext, ask: TestQuestions, ways: WayTests) {
    this.#context = context
    this.#ask = ask
    this.#ways = ways
  }

  /** Returns the tests that determine an object's attribute, at every place where it is stored. */
  field(object: number, key: string, frame: Frame, sought: Sought): Tests {
    const { program, references } = this.#context
    const owner = seenThrough(this.#context, object)
    const op = program.op(owner)
    if (op === Op.ObjectOf) {
      const direct = propertyValue(program, owner, key)
      return direct === undefined ? noTests : this.#ask.condition(direct, frame, sought)
    }
    if (op === Op.Logical || op === Op.Phi)
      return anyTests(
        operandsOf(program, owner)
          .slice(0, maxParts)
          .filter((part, index) => (op === Op.Logical ? index > 0 : index % 2 === 0) && program.op(part) !== Op.Literal)
          .map((part) => (part < owner ? this.field(part, key, frame, sought) : noTests)),
      )
    const callees = program.op(owner) === Op.Call ? references.callees(owner) : []
    if (callees.length > 0) {
      const pick = (value: number) => propertyValue(program, seenThrough(this.#context, value), key) ?? value
      return this.#ways.results(owner, callees, frame, sought, pick)
    }
    const stored = references.attribute(object, key).slice(0, maxParts)
    return allTests(stored.map((value) => this.stored(value, frame, sought)))
  }

  /** Returns the tests that determine a value in a captured variable or a field. */
  stored(value: number, frame: Frame, sought: Sought): Tests {
    const { program } = this.#context
    const isHit = value < 0 ? undefined : this.#ways.isHit(value, sought)
    if (isHit === undefined) return this.#ask.condition(value, frame, sought)
    const here = frameOfNode(this.#context, value, frame)
    const goesOn = sought.goesOn === undefined ? undefined : isHit === sought.goesOn
    const around = this.#ways.conditionsAround(
      { region: program.regionAt(value), outer: -1 },
      here,
      partOf(sought, goesOn),
    )
    return goesOn === false ? anyTests(around) : allTests(around)
  }

  /** Returns the tests that determine a list item: `const [isSafe, reason] = check(path)`. */
  item(at: number, frame: Frame, sought: Sought): Tests {
    const { program, references } = this.#context
    const [object, key] = [seenThrough(this.#context, program.operand(at, 0)), program.operand(at, 1)]
    const place = program.op(key) === Op.Literal ? Number(program.text(key, 1)) : NaN
    const pick = (value: number) => {
      const list = seenThrough(this.#context, value)
      const isItem = program.op(list) === Op.ArrayOf && place < program.operandCount(list)
      return isItem ? program.operand(list, place) : value
    }
    const callees = program.op(object) === Op.Call ? references.callees(object) : []
    return this.#ways.results(object, callees, frame, sought, pick)
  }
}
