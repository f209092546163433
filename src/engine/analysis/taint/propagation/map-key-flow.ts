import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/**
 * A node that reads keys from a map or object: the key itself, a pair that starts with it, or a list of keys or pairs.
 */
export interface KeyVisit {
  readonly node: number
  readonly gives: 'key' | 'pair' | 'keys' | 'pairs'
}

/** External functions that return the entries of an object or map as a list. */
const listing: ReadonlyMap<string, 'keys' | 'pairs'> = new Map([
  ['Object.keys', 'keys'],
  ['Object.entries', 'pairs'],
  ['Reflect.ownKeys', 'keys'],
  ['Array.from', 'pairs'],
])

/** Propagates keys of maps and objects to the code that iterates over them. */
export class MapKeyFlow {
  readonly #known: KnownProgram
  /** Nodes that read keys, by the node that creates the map or object. Undefined until first needed. */
  #visits: ReadonlyMap<number, readonly KeyVisit[]> | undefined

  constructor(known: KnownProgram) {
    this.#known = known
  }

  /** Returns the nodes that read a value's keys. `map.set(key, …)` and `object[key] = …` add keys. */
  visitsOf(keeper: number): readonly KeyVisit[] {
    const makings = this.#makingsOf(keeper)
    if (makings.length === 0) return []
    this.#visits ??= this.#visitsByMaking()
    return makings.flatMap((making) => this.#visits?.get(making) ?? [])
  }

  #visitsByMaking(): ReadonlyMap<number, readonly KeyVisit[]> {
    const { program } = this.#known
    const found = new Map<number, KeyVisit[]>()
    const add = (keeper: number, ...visits: readonly KeyVisit[]) => {
      for (const making of visits.length === 0 ? [] : this.#makingsOf(keeper)) {
        const known = found.get(making) ?? []
        if (known.length < dataflowLimits.maxOperands) known.push(...visits.slice(0, dataflowLimits.maxOperands))
        found.set(making, known)
      }
    }
    for (const node of program.index.ofAny(Op.Key, Op.Element, Op.Spread, Op.Call)) {
      switch (program.op(node)) {
        case Op.Key:
          add(program.operand(node, 0), { node, gives: 'key' })
          break
        case Op.Element:
          if (!program.fileOf(node).semantics.values.iterationYieldsKeys)
            add(program.operand(node, 0), { node, gives: 'pair' })
          else if (!this.#isOfItems(node)) add(program.operand(node, 0), { node, gives: 'key' })
          break
        case Op.Spread:
          add(
            program.operand(node, 0),
            ...[...program.users(node)]
              .filter((list) => program.op(list) === Op.ArrayOf)
              .map((list) => ({ node: list, gives: 'pairs' }) as const),
          )
          break
        case Op.Call:
          this.#addCall(node, add)
          break
        default:
      }
    }
    return found
  }

  /** True for the value in `for key, value in kept.items()`. The IR reads the key just before it. */
  #isOfItems(element: number): boolean {
    const { program } = this.#known
    return program.op(element - 1) === Op.Key && program.operand(element - 1, 0) === program.operand(element, 0)
  }

  #addCall(call: number, add: (keeper: number, ...visits: readonly KeyVisit[]) => void): void {
    const { program, references } = this.#known
    const callee = program.operand(call, 0)
    if (program.op(callee) !== Op.Load) return
    switch (program.text(callee, 1)) {
      case 'keys':
        add(program.operand(callee, 0), { node: call, gives: 'keys' })
        break
      case 'entries':
        add(program.operand(callee, 0), { node: call, gives: 'pairs' })
        break
      case 'forEach':
        add(
          program.operand(callee, 0),
          ...references
            .functions(program.operand(call, 1))
            .flatMap((index) => program.functions[index]?.parameters[1] ?? [])
            .map(({ node }) => ({ node, gives: 'key' }) as const),
        )
        break
      default:
    }
    const gives = listing.get(references.externals(callee)[0] ?? '')
    if (gives && program.operand(call, 1) >= 0) add(program.operand(call, 1), { node: call, gives })
  }

  /** Returns the nodes that create the map or object that a value may refer to. */
  #makingsOf(node: number): readonly number[] {
    const { program, references } = this.#known
    return references
      .origins(node)
      .filter(
        (origin) =>
          program.op(origin) === Op.ObjectOf ||
          (program.op(origin) === Op.New && references.externals(program.operand(origin, 0)).includes('Map')),
      )
  }
}
