import { MemberFlag, Op } from '../ir/operations.ts'
import type { Propagation } from './propagation.ts'
import type { ClassPart, ReferenceParts } from './reference-parts.ts'
import { TokenKind } from './tokens.ts'

/** Maximum number of base classes followed. */
const maxBases = 24

/** Links classes to their base classes and to the calls that instantiate them. */
export class ClassLinks implements ClassPart {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  /** For each node, the classes that name it as a base class. */
  readonly #derived = new Map<number, number[]>()
  /** For each class, the calls that create its instances. */
  readonly #made = new Map<number, number[]>()
  readonly #new: number

  constructor(propagation: Propagation, parts: ReferenceParts) {
    this.#propagation = propagation
    this.#parts = parts
    this.#new = propagation.keys.of('new')
    for (const [index, { bases }] of propagation.program.classes.entries())
      for (const base of bases) append(this.#derived, base, index)
  }

  /** Handles tokens that reach a node that may be a base class. */
  arrive(node: number, tokens: Int32Array, count: number): void {
    const derived = this.#derived.size === 0 ? undefined : this.#derived.get(node)
    if (derived)
      for (let index = 0; index < count; index += 1) for (const one of derived) this.#derive(one, tokens[index] ?? -1)
  }

  #derive(classIndex: number, base: number): void {
    const { program, tokens, heap } = this.#propagation
    const [itself, instance] = [tokens.ofClass(classIndex), tokens.instanceOf(classIndex)]
    const kind = tokens.kind(base)
    heap.follow(itself, base)
    if (kind === TokenKind.external) {
      const made = tokens.externalStep(base, this.#new)
      if (made >= 0) heap.follow(instance, made)
    }
    if (kind !== TokenKind.class) return
    const baseIndex = tokens.reference(base)
    heap.follow(instance, tokens.instanceOf(baseIndex))
    this.#inheritSelf(baseIndex, instance)
    if ((program.classes[classIndex]?.creator ?? -1) < 0)
      for (const call of this.#made.get(classIndex) ?? none) this.#bindCreator(classIndex, call)
  }

  /** Passes instances of derived classes to the methods of their base classes as receivers. */
  #inheritSelf(classIndex: number, instance: number): void {
    const { program } = this.#propagation
    for (const index of this.#withBases(classIndex)) {
      const made = program.classes[index]
      if (!made) continue
      for (const { value, flags } of made.members)
        if ((flags & MemberFlag.static) === 0 && program.op(value) === Op.Closure)
          this.#propagation.add(this.#propagation.selfNode(program.operand(value, 0)), instance)
      for (const own of [made.creator, made.initializer])
        if (own >= 0) this.#propagation.add(this.#propagation.selfNode(own), instance)
    }
  }

  /**
   * Returns a class and its known base classes in the program. If functions create base classes, only some of them are
   * returned.
   */
  #withBases(classIndex: number): Set<number> {
    const { program, sets, tokens } = this.#propagation
    const found = new Set([classIndex])
    for (const index of found) {
      for (const base of program.classes[index]?.bases ?? none) {
        for (const token of sets.of(base))
          if (tokens.kind(token) === TokenKind.class && found.size < maxBases) found.add(tokens.reference(token))
      }
    }
    return found
  }

  /** Links a call that creates an instance. */
  make(classIndex: number, call: number): void {
    this.#propagation.add(call, this.#propagation.tokens.instanceOf(classIndex))
    append(this.#made, classIndex, call)
    this.#bindCreator(classIndex, call)
  }

  /** Links the call to the class's constructor, or to the nearest base class constructor. */
  #bindCreator(classIndex: number, call: number): void {
    const { program } = this.#propagation
    for (const index of this.#withBases(classIndex)) {
      const maker = program.classes[index]?.members.find(({ key }) => key === '__new__')?.value ?? -1
      if (program.op(maker) === Op.Closure) this.#parts.calls.link(call, program.operand(maker, 0))
      const creator = program.classes[index]?.creator ?? -1
      if (creator >= 0) return this.#parts.calls.link(call, creator)
    }
  }
}

const none: readonly number[] = []

function append(into: Map<number, number[]>, key: number, value: number): void {
  const known = into.get(key)
  if (known) known.push(value)
  else into.set(key, [value])
}
