import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op, RegionKind } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { GuardContext } from './guard-context.ts'
import { Memo } from './memo.ts'
import { seenThrough } from './seen-through.ts'

/** A test and its outcome. */
export interface AnsweredTest {
  readonly isYes: boolean
  readonly node: number
  /** Literal that the node is compared with, or -1 for a truthiness test. */
  readonly literal: number
}

/** Tests whose outcome is known in a region, by test identity. */
export type Tests = ReadonlyMap<string, AnsweredTest>

const none: Tests = new Map()
const remembered = new Memo<Tests>()

/**
 * Reports whether an equal condition in a later region has the same outcome as a branch's condition. The later region
 * then runs only if the branch did.
 */
export function isSameBranch(context: GuardContext, branch: number, region: number): boolean {
  const { program } = context
  const condition = program.conditionOf(branch)
  if (condition < 0) return false
  const tests = new Map<string, AnsweredTest>()
  addTests(context, condition, { isTruthy: program.regionKinds[branch] === RegionKind.when, into: tests, depth: 0 })
  // If a condition combines several tests, it is unknown which of them failed.
  const [test, ...others] = tests
  if (test === undefined || others.length > 0 || !isSingle(context, condition)) return false
  return testsIn(context, region).get(test[0])?.isYes === test[1].isYes
}

/**
 * Reports whether the value of one phi operand never reaches a use of the phi, because each use is in a branch that
 * excludes this operand.
 */
export function isUnseenWay(context: GuardContext, phi: number, way: number): boolean {
  const { program } = context
  const users = program.users(phi).filter((user) => !isAskedAlone(context, user))
  if (users.length === 0 || users.length > maxUsers) return false
  const tests = testsIn(context, way)
  if (tests.size === 0) return false
  return users.every((user) => {
    if (program.op(user) === Op.Phi || program.op(user) === Op.Capture || program.op(user) === Op.Cell) return false
    return areContradictory(tests, testsIn(context, program.regionAt(user)))
  })
}

const maxUsers = 50

/** Reports whether a node tests a value and its result is not used by another node. */
function isAskedAlone({ program }: GuardContext, node: number): boolean {
  const op = program.op(node)
  return (op === Op.Logical || op === Op.Unary || op === Op.Binary) && program.users(node).length === 0
}

function isSingle(context: GuardContext, condition: number): boolean {
  const { program } = context
  const at = seenThrough(context, condition)
  if (program.op(at) === Op.Unary) return isSingle(context, program.operand(at, 1))
  return program.op(at) !== Op.Logical
}

/** Reports whether two sets of tests contradict each other. */
export function areContradictory(some: Tests, others: Tests): boolean {
  return [...others].some(([test, { isYes }]) => (some.get(test)?.isYes ?? isYes) !== isYes)
}

/** Returns the tests that must have had a certain outcome in the same function whenever a region runs. */
export function testsIn(context: GuardContext, region: number): Tests {
  if (region < 0) return none
  return remembered.answer(context, region, () => {
    const { program } = context
    const into = new Map<string, AnsweredTest>()
    let at = region
    for (let count = 0; at >= 0 && count < maxRegions; count += 1, at = program.regionAround(at)) {
      const condition = program.conditionOf(at)
      if (condition < 0) continue
      addTests(context, condition, { isTruthy: program.regionKinds[at] === RegionKind.when, into, depth: 0 })
    }
    return into
  })
}

const maxRegions = 60

interface Asked {
  readonly isTruthy: boolean
  readonly into: Map<string, AnsweredTest>
  readonly depth: number
}

/** Adds the tests that follow from the outcome of a condition. */
function addTests(context: GuardContext, condition: number, { isTruthy, into, depth }: Asked): void {
  const { program, values } = context
  const at = seenThrough(context, condition)
  if (depth > dataflowLimits.maxDerivationDepth) return
  const inner = (part: number, isHeld: boolean) => addTests(context, part, { isTruthy: isHeld, into, depth: depth + 1 })
  switch (program.op(at)) {
    case Op.Unary:
      if (/^(?:!|not)$/.test(program.text(at, 0))) inner(program.operand(at, 1), !isTruthy)
      break
    case Op.Logical:
      if (program.text(at, 0) !== (isTruthy ? 'and' : 'or')) break
      inner(program.operand(at, 1), isTruthy)
      inner(program.operand(at, 2), isTruthy)
      break
    case Op.Binary: {
      const right = program.operand(at, 2)
      const operator = program.text(at, 0)
      if (!/^(?:[!=]==?|is(?: not)?)$/.test(operator) || program.op(right) !== Op.Literal) break
      if (!isStable(context, seenThrough(context, program.operand(at, 1)))) break
      const isEqual = !/^(?:!==?|is not)$/.test(operator)
      const text = `${program.operand(right, 0)} ${program.text(right, 1)}`
      const node = program.operand(at, 1)
      into.set(`${values.of(node)} = ${text}`, { isYes: isEqual === isTruthy, node, literal: right })
      break
    }
    default:
      if (isStable(context, at)) into.set(`${values.of(at)}`, { isYes: isTruthy, node: at, literal: -1 })
  }
}

/**
 * Reports whether a value stays the same while its function runs, because neither loop iterations nor callees change
 * it.
 */
function isStable(context: GuardContext, node: number): boolean {
  const { program } = context
  switch (program.op(node)) {
    case Op.Parameter:
      return true
    case Op.Phi:
      return program.regionKinds[program.regionAt(node)] !== RegionKind.loop
    case Op.Load:
      return !program.index
        .naming(program.operand(node, 1))
        .slice(0, dataflowLimits.maxProperties)
        .some(
          (store) =>
            program.op(store) === Op.Store &&
            !isOfCreator(program, store) &&
            mayRunIn(context, program.functionOf(node), program.functionOf(store)),
        )
    default:
      return false
  }
}

/** Maximum number of functions visited while searching the functions that one function may run. */
const maxFunctions = 300

const runs = new Memo<ReadonlySet<number> | 'any'>()

/**
 * Reports whether a function may run another one. It may run itself, nested functions, and the callees of all these.
 */
function mayRunIn(context: GuardContext, outer: number, inner: number): boolean {
  const found = runs.answer(context, outer, () => functionsRunBy(context, outer))
  return found === 'any' || found.has(inner)
}

function functionsRunBy({ program, references, index }: GuardContext, outer: number): ReadonlySet<number> | 'any' {
  const found = new Set([outer])
  for (const one of found) {
    if (found.size > maxFunctions) return 'any'
    const [first, end] = index.range(one)
    for (let node = first; node < end; node += 1) {
      const op = program.op(node)
      if (op === Op.Closure) found.add(program.operand(node, 0))
      else if (op === Op.Call || op === Op.New) for (const callee of references.callees(node)) found.add(callee)
    }
  }
  return found
}

/** Reports whether a node is in a constructor, or in code that runs when an object is created. */
export function isOfCreator(program: Program, node: number): boolean {
  const inside = program.functionOf(node)
  return program.classes.some(({ creator, initializer }) => creator === inside || initializer === inside)
}
