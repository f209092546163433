import { Op } from '../../../ir/operations.ts'
import { appendingMethods } from '../../../models/sanitizers/reading-functions.ts'
import type { GuardContext } from '../guard-context.ts'
import { operandsOf } from '../operands.ts'
import { seenThrough } from '../seen-through.ts'
import { type Frame, frameOfNode, innerFrame } from './test-frames.ts'
import { maxCallees, maxFrames, maxParts, type Sought, type TestQuestions } from './test-questions.ts'
import type { WayTests } from './way-tests.ts'
import { allTests, anyTests, noTests, type Tests } from './tests.ts'

/** Finds the tests that determine the contents of a list, such as a list of errors. */
export class ListTests {
  readonly #context: GuardContext
  readonly #ask: TestQuestions
  readonly #ways: WayTests

  constructor(context: GuardContext, ask: TestQuestions, ways: WayTests) {
    this.#context = context
    this.#ask = ask
    this.#ways = ways
  }

  /** Returns the tests that determine the contents of a list. */
  of(node: number, frame: Frame, sought: Sought): Tests {
    const { program, references } = this.#context
    const at = seenThrough(this.#context, node)
    if (at < 0) return noTests
    const here = frameOfNode(this.#context, at, frame)
    switch (program.op(at)) {
      case Op.ArrayOf:
      case Op.ObjectOf:
        return allTests(this.appended(at, here, sought))
      case Op.Phi: {
        return allTests(
          operandsOf(program, at)
            .slice(0, 2 * maxParts)
            .filter((_part, index) => index % 2 === 0)
            .flatMap((part) => [
              ...this.#ways.conditionsAround(
                { region: program.regionAt(part), outer: program.regionAt(at) },
                here,
                sought,
              ),
              part < at ? this.of(part, here, sought) : noTests,
            ]),
        )
      }
      case Op.Call: {
        const callees = references.callees(at)
        if (callees.length === 0) return this.#ask.condition(at, here, sought)
        return anyTests(
          callees.slice(0, maxCallees).map((callee) => {
            const inner = innerFrame(here, at, callee, maxFrames)
            const returned = (program.functions[callee]?.returns ?? []).filter((one) => !program.isDead(one))
            return inner
              ? allTests(returned.slice(0, maxParts).map((one) => this.of(program.operand(one, 0), inner, sought)))
              : noTests
          }),
        )
      }
      default:
        return noTests
    }
  }

  /**
   * Returns the tests that determine whether an item is appended to a list. Includes functions that receive the list.
   */
  appended(list: number, frame: Frame, sought: Sought): readonly Tests[] {
    const { program, references } = this.#context
    if (!this.#ask.step()) return []
    const isAbsent = sought.goesOn === false
    return [...program.users(list)].slice(0, maxParts).flatMap((user) => {
      const op = program.op(user)
      const here = () => frameOfNode(this.#context, user, frame)
      const around = () => this.#ways.conditionsAround({ region: program.regionAt(user), outer: -1 }, here(), sought)
      if (op === Op.Load && appendingMethods.has(program.text(user, 1)))
        return [isAbsent ? anyTests(around()) : allTests(around())]
      if (op === Op.Capture || (op === Op.Cell && user > list)) return this.appended(user, frame, sought)
      if (op !== Op.Call) return []
      return references
        .callees(user)
        .slice(0, maxCallees)
        .flatMap((callee) => {
          const inner = innerFrame(frame, user, callee, maxFrames)
          return (program.functions[callee]?.parameters ?? []).flatMap(({ node }) => {
            if (!inner || references.argumentFor(user, callee, program.operand(node, 0)) !== list) return []
            const found = this.appended(node, inner, sought)
            // Nothing is appended either if the call itself is not reached.
            return isAbsent ? found.map((one) => anyTests([one, ...around()])) : [...found, ...around()]
          })
        })
    })
  }
}
