import { Op } from '../ir/operations.ts'
import type { PointsToResult } from './points-to-result.ts'
import type { References } from './references.ts'
import { TokenKind } from './tokens.ts'

/** Maximum numbers of definitions per value, of visited nodes per value, and of callers per parameter. */
const bounds = { origins: 64, visited: 400, callers: 12 }

/** Finds the definitions that a value must come from. */
export class ValueOrigins {
  readonly #found: PointsToResult
  readonly #references: Pick<References, 'attribute' | 'argumentFor' | 'callers'>
  readonly #origins = new Map<number, readonly number[]>()
  #sourcesByRead: Map<number, number[]> | undefined
  readonly #exportSources = new Map<number, readonly number[]>()

  constructor(found: PointsToResult, references: Pick<References, 'attribute' | 'argumentFor' | 'callers'>) {
    this.#found = found
    this.#references = references
  }

  of(node: number): readonly number[] {
    const known = this.#origins.get(node)
    if (known) return known
    const found = this.#findOrigins(node)
    this.#origins.set(node, found)
    return found
  }

  #findOrigins(start: number): readonly number[] {
    const { program } = this.#found
    const origins: number[] = []
    const seen = new Set([start])
    const waiting = [start]
    for (let at = 0; at < waiting.length && origins.length < bounds.origins && seen.size < bounds.visited; at += 1) {
      const node = waiting[at] ?? 0
      const before = this.#before(node)
      if (before.length === 0) origins.push(node)
      for (const one of before) {
        if (one >= program.nodeCount || seen.has(one)) continue
        seen.add(one)
        waiting.push(one)
      }
    }
    return origins
  }

  /** Returns the nodes whose value passes unchanged into a node. */
  #before(node: number): readonly number[] {
    const { program } = this.#found
    const operands = (step: number) =>
      Array.from({ length: Math.ceil(program.operandCount(node) / step) }, (_none, index) =>
        program.operand(node, index * step),
      )
    switch (program.op(node)) {
      case Op.Capture:
      case Op.Await:
      case Op.Typed:
        return [program.operand(node, 0)]
      case Op.Cell:
        return operands(1)
      case Op.Phi:
        return operands(2)
      case Op.Logical:
        return [program.operand(node, 1), program.operand(node, 2)]
      case Op.Load:
        return this.#references.attribute(program.operand(node, 0), program.text(node, 1))
      case Op.LoadDynamic: {
        const key = program.literalText(program.operand(node, 1))
        return key === undefined ? [] : this.#references.attribute(program.operand(node, 0), key)
      }
      case Op.Import:
        return this.#imported(node)
      case Op.Parameter:
        return this.#handedOver(node)
      default:
        return []
    }
  }

  #imported(node: number): readonly number[] {
    const { sets, tokens, program } = this.#found
    // Tokens lead to allocation sites. Constants have no token, so they are found through the module's exports.
    const made = sets
      .of(node)
      .filter((token) => tokens.kind(token) === TokenKind.site)
      .map((token) => tokens.reference(token))
    const stored = this.#exportSources.get(node) ?? this.#storedBefore(node)
    this.#exportSources.set(node, stored)
    return [...made.filter((site) => program.op(site) !== Op.Parameter), ...stored]
  }

  /** Values stored in the attributes read by a node. */
  #storedBefore(read: number): readonly number[] {
    const { edges, heap, program } = this.#found
    if (!this.#sourcesByRead) {
      this.#sourcesByRead = new Map()
      for (let attribute = program.nodeCount; attribute < heap.nodeCount; attribute += 1) {
        const stored = heap.storedIn(attribute)
        if (stored.length === 0) continue
        for (let link = edges.first(attribute); link >= 0; link = edges.next(link)) {
          const to = edges.to(link)
          if (to >= program.nodeCount || program.op(to) !== Op.Import) continue
          const known = this.#sourcesByRead.get(to)
          if (known) known.push(...stored)
          else this.#sourcesByRead.set(to, [...stored])
        }
      }
    }
    return this.#sourcesByRead.get(read) ?? none
  }

  #handedOver(node: number): readonly number[] {
    const { program } = this.#found
    const index = program.functionOf(node)
    const callers = this.#references.callers(index)
    if (callers.length === 0 || callers.length > bounds.callers) return []
    const position = program.operand(node, 0)
    const given: number[] = []
    for (const call of callers) {
      const argument = this.#references.argumentFor(call, index, position)
      if (argument === undefined) return []
      given.push(argument)
    }
    return given
  }
}

const none: readonly number[] = []
