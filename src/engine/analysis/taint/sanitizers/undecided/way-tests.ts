import { Op, RegionKind } from '../../../ir/operations.ts'
import type { GuardContext } from '../guard-context.ts'
import { isTruthyLiteral } from '../literals.ts'
import { seenThrough } from '../seen-through.ts'
import { earlierExits } from './earlier-exits.ts'
import { type Frame, innerFrame } from './test-frames.ts'
import {
  maxCallees,
  maxFrames,
  maxParts,
  partOf,
  type Regions,
  type Sought,
  type TestQuestions,
} from './test-questions.ts'
import { allTests, anyTests, noTests, type Tests } from './tests.ts'

/** A function that a call runs, and how to get the relevant part of its result. */
interface RunFunction {
  readonly call: number
  readonly callee: number
  readonly pick: (value: number) => number
}

/**
 * Finds the tests that determine which of several values is the result. They are in the conditions of regions, and in
 * functions that return the value.
 */
export class WayTests {
  readonly #context: GuardContext
  readonly #ask: TestQuestions

  constructor(context: GuardContext, ask: TestQuestions) {
    this.#context = context
    this.#ask = ask
  }

  /**
   * Returns the tests for a value that results in a region: tests of the value itself, and tests in the region's
   * conditions. Undefined if execution does not continue with the value.
   */
  chosen(value: number, frame: Frame, sought: Sought, { region, outer }: Regions): Tests | undefined {
    // A function that returns no value has a falsy result.
    const isHit = value < 0 ? false : this.isHit(value, sought)
    if (isHit !== undefined && sought.goesOn !== undefined && isHit !== sought.goesOn) return undefined
    return allTests([
      isHit === undefined ? this.#ask.condition(value, frame, sought) : noTests,
      this.around(
        { region, outer },
        frame,
        isHit === undefined || sought.goesOn === undefined ? partOf(sought, undefined) : partOf(sought, true),
      ),
    ])
  }

  /** Reports whether a constant is the sought value. Undefined for other values. */
  isHit(value: number, { text }: Sought): boolean | undefined {
    const { program } = this.#context
    const at = seenThrough(this.#context, value)
    if (program.op(at) !== Op.Literal) return undefined
    const literal = program.literalText(at)
    return text === undefined ? isTruthyLiteral(program.operand(at, 0), program.text(at, 1)) : literal === text
  }

  /**
   * Returns the tests in the conditions of a region and its enclosing regions, up to an outer one. If `sought.goesOn`
   * is false, execution continues only if the region is not reached.
   */
  around({ region, outer }: Regions, frame: Frame, sought: Sought): Tests {
    const found = this.conditionsAround({ region, outer }, frame, sought)
    return sought.goesOn === false ? anyTests(found) : allTests(found)
  }

  conditionsAround({ region, outer }: Regions, frame: Frame, sought: Sought): readonly Tests[] {
    const { program, index } = this.#context
    const found: Tests[] = []
    for (let at = region, count = 0; at > outer && count < maxParts; at = program.regionAround(at), count += 1) {
      const condition = program.conditionOf(at)
      const isOfLoop = index.siblingOf(at) < 0 && program.regionKinds[program.regionAround(at)] === RegionKind.loop
      if (condition < 0 || (isOfLoop && sought.goesOn === false)) continue
      const holds = program.regionKinds[at] === RegionKind.when
      found.push(
        this.#ask.condition(
          condition,
          frame,
          partOf(sought, sought.goesOn === undefined ? undefined : sought.goesOn === holds),
        ),
      )
    }
    return found
  }

  results(
    call: number,
    callees: readonly number[],
    frame: Frame,
    sought: Sought,
    pick: (value: number) => number = (value) => value,
  ): Tests {
    // If there are too many callees, no test is assumed, because each callee would have to perform it.
    return callees.length > maxCallees
      ? noTests
      : anyTests(callees.map((callee) => this.#results({ call, callee, pick }, frame, sought)))
  }

  /**
   * Returns the tests for the results that let execution continue, and for the conditions under which the function
   * returns them.
   */
  #results({ call, callee, pick }: RunFunction, frame: Frame, sought: Sought): Tests {
    const { program } = this.#context
    const called = program.functions[callee]
    const inner = innerFrame(frame, call, callee, maxFrames)
    if (!called || !inner) return noTests
    const ways: (Tests | undefined)[] = called.returns
      .filter((returned) => !program.isDead(returned))
      .slice(0, maxParts)
      .map((returned) => {
        const way = this.chosen(pick(program.operand(returned, 0)), inner, sought, {
          region: program.regionAt(returned),
          outer: -1,
        })
        return way && allTests([way, this.#before(returned, inner)])
      })
    if (called.end >= 0)
      ways.push(
        sought.goesOn === true
          ? undefined
          : allTests([
              this.around({ region: called.end, outer: -1 }, inner, { goesOn: undefined }),
              this.#before(program.nodeCount, inner, called.end),
            ]),
      )
    return anyTests(ways.filter((way) => way !== undefined))
  }

  /** Returns the tests in conditions under which the function would have exited earlier, for example in a loop. */
  #before(position: number, frame: Frame, region = this.#context.program.regionAt(position)): Tests {
    return allTests(
      earlierExits(this.#context, frame.functionIndex, { position, region })
        .slice(0, maxParts)
        .map(({ condition, isTrue }) => this.#ask.condition(condition, frame, { goesOn: !isTrue })),
    )
  }
}
