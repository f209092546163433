import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, LiteralKind, Op, ParameterKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** An element of an argument list, or several unknown elements that come from the same value. */
export interface ListedArgument {
  readonly value: number
  /** Path from `value` to the argument. Empty if the value itself is the argument. */
  readonly at: readonly string[]
  /** Text of a constant argument. */
  readonly literal: string | undefined
  /** Node that adds the argument to the list. */
  readonly takenBy: number
  /**
   * True if the argument is part of a string that is split at whitespace. Any whitespace in the argument then creates
   * more arguments.
   */
  readonly isSplit?: true
}

const noLists: readonly ListedArgument[][] = [[]]

/** Methods that return their receiver or some of its elements, and functions that return their argument. */
const keeping: ReadonlySet<string> = new Set([
  'slice',
  'filter',
  'map',
  'flat',
  'concat',
  'reverse',
  'toReversed',
  'sort',
  'toSorted',
  'copy',
])

/** Functions that split a command line. */
const splitting: ReadonlySet<string> = new Set([
  'shlex.split',
  'string-argv',
  'string-argv.parseArgsStringToArgv',
  'shell-quote.parse',
  'yargs-parser',
  'args-tokenizer.tokenizeArgs',
  'shellwords.split',
  'split-string',
  'argv-split',
])

/** Methods that add elements to a list. */
const adding: ReadonlySet<string> = new Set(['push', 'append', 'extend', 'unshift', 'insert'])

/** Resolves the elements of argument lists: literals, spreads, and later additions. */
export class ArgumentLists {
  readonly #known: KnownProgram
  /** Calls that add to a list, in source order, by the node that creates the list. */
  #additions: ReadonlyMap<number, readonly number[]> | undefined

  /** Number of values visited so far in the current query. */
  #steps = 0

  constructor(known: KnownProgram) {
    this.#known = known
  }

  /**
   * Returns the lists that a value may refer to, usually one. `takenBy` is the node that uses the value. An unresolved
   * value becomes a list of unknown elements.
   */
  lists(node: number, takenBy: number): ListedArgument[][] {
    this.#steps = 0
    return this.#lists(node, takenBy, 0, new Set())
  }

  /** Returns the argument lists that a call may pass, counting from the operand `from`: `run('git', *rest)`. */
  given(call: number, from: number): ListedArgument[][] {
    this.#steps = 0
    return this.#items(this.#operands(call, from), call, 0, new Set())
  }

  #lists(node: number, takenBy: number, depth: number, seen: Set<number>): ListedArgument[][] {
    const { program, references } = this.#known
    this.#steps += 1
    if (this.#steps > dataflowLimits.maxListSteps) return [[{ value: node, at: ['*'], literal: undefined, takenBy }]]
    const made = new Set(references.objects(node).filter((object) => program.op(object) === Op.ArrayOf))
    const unknown: number[] = []
    for (const origin of references.origins(node).length === 0 ? [node] : references.origins(node)) {
      if (program.op(origin) === Op.ArrayOf) made.add(origin)
      else if (!this.#isMadeOf(origin, made)) unknown.push(origin)
    }
    const lists: ListedArgument[][] = []
    for (const list of [...made].toSorted((one, other) => one - other).slice(0, dataflowLimits.maxArgumentLists)) {
      if (!seen.has(list) && depth <= dataflowLimits.maxSpreads)
        lists.push(...this.#listOf(list, depth, new Set([...seen, list])))
    }
    for (const origin of unknown.slice(0, dataflowLimits.maxArgumentLists))
      lists.push(
        ...this.#unknownLists(
          origin,
          unknown.length === 1 && made.size === 0 ? { value: node, takenBy } : { value: origin, takenBy: origin },
          depth,
          seen,
        ),
      )
    return lists.slice(0, dataflowLimits.maxArgumentLists)
  }

  /**
   * Reports whether a call returns only lists that are already known, or their elements. True for list methods, and for
   * project functions that return nothing else.
   */
  #isMadeOf(origin: number, made: ReadonlySet<number>, depth = 0): boolean {
    const { program, references } = this.#known
    if (made.size === 0 || program.op(origin) !== Op.Call) return false
    const callee = program.operand(origin, 0)
    const callees = references.callees(origin)
    if (callees.length === 0 || depth > dataflowLimits.maxSpreads)
      return (
        program.op(callee) === Op.Load && keeping.has(program.text(callee, 1)) && program.text(callee, 1) !== 'concat'
      )
    return callees
      .flatMap((index) => program.functions[index]?.returns ?? [])
      .flatMap((returned) => {
        const value = program.operand(returned, 0)
        const origins = references.origins(value)
        return origins.length === 0 ? [value] : origins
      })
      .every((value) => made.has(value) || this.#isMadeOf(value, made, depth + 1))
  }

  #unknownLists(
    origin: number,
    shown: Pick<ListedArgument, 'value' | 'takenBy'>,
    depth: number,
    seen: Set<number>,
  ): ListedArgument[][] {
    const { program, references } = this.#known
    if (program.op(origin) === Op.Literal) return []
    if (program.op(origin) === Op.Call && depth <= dataflowLimits.maxSpreads) {
      const callee = program.operand(origin, 0)
      const method = program.op(callee) === Op.Load ? program.text(callee, 1) : ''
      const receiver = program.op(callee) === Op.Load ? program.operand(callee, 0) : -1
      const first = program.operand(origin, 1)
      if (first >= 0 && references.externals(callee).some((name) => splitting.has(name))) return this.#splitText(first)
      if (method === 'split' && this.#isBlank(first)) return this.#splitText(receiver)
      if (method === 'concat')
        return [receiver, ...this.#operands(origin, 1)]
          .reduce<readonly ListedArgument[][]>(
            (before, part) => following(before, this.#lists(part, origin, depth + 1, seen)),
            noLists,
          )
          .slice()
      if (keeping.has(method)) return this.#lists(receiver, origin, depth + 1, seen)
      if (['list', 'tuple', 'Array.from'].some((name) => references.externals(callee).includes(name)) && first >= 0)
        return this.#lists(first, origin, depth + 1, seen)
    }
    if (program.op(origin) === Op.Concat)
      return this.#operands(origin, 0)
        .reduce<readonly ListedArgument[][]>(
          (before, part) => following(before, this.#lists(part, origin, depth + 1, seen)),
          noLists,
        )
        .slice()
    if (program.op(origin) === Op.Parameter) return this.#restLists(origin, shown, depth, seen)
    return [[{ ...shown, at: ['*'], literal: undefined }]]
  }

  #isBlank(separator: number): boolean {
    const { program } = this.#known
    if (separator < 0) return true
    if (program.op(separator) !== Op.Literal) return false
    const kind = program.operand(separator, 0)
    return kind === LiteralKind.pattern
      ? /\\s| /.test(program.text(separator, 1))
      : kind === LiteralKind.nothing || program.text(separator, 1).trim() === ''
  }

  /** Returns the arguments that each known caller passes to a rest parameter: `run(...args)`. */
  #restLists(
    parameter: number,
    shown: Pick<ListedArgument, 'value' | 'takenBy'>,
    depth: number,
    seen: Set<number>,
  ): ListedArgument[][] {
    const { program, references } = this.#known
    const index = program.functionOf(parameter)
    const made = program.functions[index]
    const position = made?.parameters.findIndex(({ node }) => node === parameter) ?? -1
    const callers =
      made?.parameters[position]?.kind === ParameterKind.rest &&
      !seen.has(parameter) &&
      depth <= dataflowLimits.maxSpreads
        ? references.callers(index).filter((call) => !program.isDead(call))
        : []
    if (!made || callers.length === 0) return [[{ ...shown, at: ['*'], literal: undefined }]]
    const first = 1 + position - ((made.flags & FunctionFlag.receiverIsParameter) === 0 ? 0 : 1)
    return callers
      .slice(0, dataflowLimits.maxArgumentLists)
      .flatMap((call) => this.#items(this.#operands(call, first), call, depth + 1, new Set([...seen, parameter])))
  }

  /** Splits a string at whitespace. Each inserted value may become several arguments. */
  #splitText(text: number): ListedArgument[][] {
    return [this.#splitParts(text, text, 0)]
  }

  #splitParts(text: number, takenBy: number, depth: number): ListedArgument[] {
    const { program, references } = this.#known
    const origins = references.origins(text).length === 0 ? [text] : references.origins(text)
    this.#steps += 1
    if (this.#steps > dataflowLimits.maxListSteps)
      return [{ value: text, at: [], literal: undefined, takenBy, isSplit: true }]
    return origins.slice(0, dataflowLimits.maxArgumentLists).flatMap((origin): ListedArgument[] => {
      if (program.op(origin) === Op.Literal)
        return (program.literalText(origin) ?? '')
          .split(/\s+/)
          .filter((word) => word !== '')
          .map((literal) => ({ value: origin, at: [], literal, takenBy, isSplit: true }))
      if (program.op(origin) === Op.Concat && depth <= dataflowLimits.maxSpreads)
        return this.#operands(origin, 0).flatMap((part) => this.#splitParts(part, origin, depth + 1))
      return [{ value: origins.length === 1 ? text : origin, at: [], literal: undefined, takenBy, isSplit: true }]
    })
  }

  #listOf(list: number, depth: number, seen: Set<number>): ListedArgument[][] {
    const { program } = this.#known
    let found = this.#items(this.#operands(list, 0), list, depth, seen)
    for (const call of this.#addedTo(list)) {
      const method = program.text(program.operand(call, 0), 1)
      const items = this.#operands(call, method === 'insert' ? 2 : 1)
      const added =
        method === 'extend' ? this.#lists(items[0] ?? -1, call, depth + 1, seen) : this.#items(items, call, depth, seen)
      found = method === 'unshift' ? following(added, found) : following(found, added)
    }
    return found
  }

  #items(items: readonly number[], takenBy: number, depth: number, seen: Set<number>): ListedArgument[][] {
    const { program, references } = this.#known
    let found: ListedArgument[][] = [[]]
    for (const item of items.slice(0, dataflowLimits.maxListedArguments)) {
      const op = program.op(item)
      if (op === Op.Keyword || op === Op.SpreadKeywords) continue
      if (op === Op.Spread) {
        found = following(found, this.#lists(program.operand(item, 0), takenBy, depth + 1, seen))
        continue
      }
      const [origin = item, other] = references.origins(item)
      const argument: ListedArgument = {
        value: item,
        at: [],
        literal: other === undefined ? program.literalText(origin) : undefined,
        takenBy,
      }
      for (const list of found) if (list.length < dataflowLimits.maxListedArguments) list.push(argument)
    }
    return found
  }

  #operands(node: number, from: number): number[] {
    const { program } = this.#known
    return Array.from(
      { length: Math.max(Math.min(program.operandCount(node), dataflowLimits.maxListedArguments) - from, 0) },
      (_none, index) => program.operand(node, from + index),
    )
  }

  #addedTo(list: number): readonly number[] {
    this.#additions ??= additionsOf(this.#known)
    return this.#additions.get(list) ?? []
  }
}

/**
 * Returns every list in `before` combined with every continuation in `after`. If there are too many combinations, each
 * list is followed by all continuations at once.
 */
function following(before: readonly ListedArgument[][], after: readonly ListedArgument[][]): ListedArgument[][] {
  if (after.length === 0) return before.slice()
  const bounded = before.length * after.length <= dataflowLimits.maxArgumentLists ? after : [after.flat()]
  return before.flatMap((list) =>
    bounded.map((added) => [...list, ...added].slice(0, dataflowLimits.maxListedArguments)),
  )
}

function additionsOf({ program, references }: KnownProgram): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const node of [...adding].flatMap((name) => program.callsOfMethod(name)).sort((one, other) => one - other)) {
    if (program.op(node) !== Op.Call || program.isDead(node)) continue
    const callee = program.operand(node, 0)
    for (const object of references.objects(program.operand(callee, 0))) {
      if (program.op(object) !== Op.ArrayOf) continue
      const known = found.get(object)
      if (known) known.push(node)
      else found.set(object, [node])
    }
  }
  return found
}
