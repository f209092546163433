import { Op } from '../ir/operations.ts'
import { containerMethods } from './container-methods.ts'
import type { Propagation } from './propagation.ts'
import { TokenKind } from './tokens.ts'

const joiningMethods: ReadonlySet<string> = new Set(['concat', 'extend', 'update'])

/** Models methods of lists, maps, sets, and promises: the elements that they store, pass to callbacks, and return. */
export class ContainerCalls {
  readonly #propagation: Propagation
  readonly #elementsKey: number

  constructor(propagation: Propagation) {
    this.#propagation = propagation
    this.#elementsKey = propagation.keys.of('elements')
  }

  /** Handles a node that reads a method with this name from a token. */
  method(token: number, key: number, load: number): void {
    const { program, tokens, heap, keys } = this.#propagation
    const name = keys.text(key)
    const method = containerMethods.get(name)
    const kind = tokens.kind(token)
    if (!method) return
    if (kind === TokenKind.external || kind === TokenKind.exports) return this.#promised(token, name, load)
    if (kind !== TokenKind.site && !method.hands?.whole) return
    this.#propagation.eachCallOf(load, (call) => {
      const count = program.operandCount(call)
      if (method.keeps)
        for (let index = method.keeps === 'last' ? Math.max(count - 1, 1) : 1; index < count; index += 1)
          heap.store(token, this.#keyKept(name, call), program.operand(call, index))
      if (joiningMethods.has(name)) for (let index = 1; index < count; index += 1) this.join(call, index)
      if (method.hands) {
        if (method.hands.whole) this.#propagation.add(this.#elementsNode(call), token)
        else this.#propagation.edge(heap.all(token), this.#elementsNode(call))
      }
      if (method.gives === 'same') this.#propagation.add(call, token)
      if (method.gives === 'element')
        this.#propagation.edge(
          name === 'get' || name === 'setdefault' ? this.#keyed(token, call) : heap.all(token),
          call,
        )
    })
  }

  /** Handles promise methods on a module or an external value as if the value were awaited. */
  #promised(token: number, name: string, load: number): void {
    if (name === 'then')
      this.#propagation.eachCallOf(load, (call) => this.#propagation.add(this.#elementsNode(call), token))
    else if (name === 'catch' || name === 'finally')
      this.#propagation.eachCallOf(load, (call) => this.#propagation.add(call, token))
  }

  /** Returns the key that a method stores under: `name` in `map.set('name', value)`. */
  #keyKept(method: string, call: number): number {
    const { program, keys } = this.#propagation
    return method === 'set' && program.operandCount(call) === 3
      ? this.#propagation.computedKey(program.operand(call, 1))
      : keys.any
  }

  #keyed(token: number, call: number): number {
    const { program, heap, keys } = this.#propagation
    const key = this.#propagation.computedKey(program.operand(call, 1))
    return key === keys.any ? heap.all(token) : heap.attribute(token, key)
  }

  /**
   * Returns a node for the elements of the container that a method is called on. The node is an attribute of a separate
   * token.
   */
  #elementsNode(call: number): number {
    return this.#propagation.heap.attribute(this.#propagation.tokens.external(`\0elements${call}`), this.#elementsKey)
  }

  /** Passes a container's elements to a callback of one of its methods. */
  callback(token: number, call: number, index: number): void {
    const { program, tokens, heap, keys } = this.#propagation
    const load = program.operand(call, 0)
    if (index !== 1 || program.op(load) !== Op.Load) return
    const method = containerMethods.get(program.text(load, 1))
    const found = program.functions[token]
    if (!method?.hands || !found) return
    const elements = this.#elementsNode(call)
    for (const position of method.hands.parameters) {
      const parameter = found.parameters[position]
      if (parameter) this.#propagation.edge(elements, parameter.node)
    }
    if (method.hands.parameters[0] === 1) {
      const initial = program.operand(call, 2)
      const [accumulator] = found.parameters
      if (initial >= 0 && accumulator) this.#propagation.edge(initial, accumulator.node)
      if (initial >= 0) this.#propagation.edge(initial, call)
    }
    if (method.gives === 'returned' || method.gives === 'returned-elements' || method.mayReturn) {
      const target = method.gives !== 'returned-elements' ? call : heap.attribute(tokens.site(call), keys.any)
      if (method.gives === 'returned-elements') this.#propagation.add(call, tokens.site(call))
      for (const returned of found.returns) this.#propagation.edge(program.operand(returned, 0), target)
    }
  }

  /**
   * Adds the argument's elements to the receiver: `list.concat(other)`, `list.extend(other)`, `mapping.update(other)`.
   */
  join(call: number, index: number): void {
    const { program, tokens, heap, sets, keys } = this.#propagation
    const load = program.operand(call, 0)
    if (program.op(load) !== Op.Load || !joiningMethods.has(program.text(load, 1))) return
    for (const list of sets.of(program.operand(load, 0))) {
      if (tokens.kind(list) !== TokenKind.site) continue
      for (const token of sets.of(program.operand(call, index)))
        if (tokens.kind(token) !== TokenKind.site) continue
        else if (program.text(load, 1) !== 'update')
          this.#propagation.edge(heap.all(token), heap.attribute(list, keys.any))
        // `update` is a mapping method only in languages whose attributes are not elements. Elsewhere, it may be any
        // method.
        else if (program.fileOf(call).semantics.values.attributesAreNotElements && token !== list)
          heap.follow(list, token)
    }
  }
}
