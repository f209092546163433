import { FunctionFlag, MemberFlag, Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { Propagation } from './propagation.ts'
import type { ReferenceParts } from './reference-parts.ts'

/** Allocation sites: the objects that functions, classes, literals, imports, and globals create or denote. */
export class AllocationSites {
  readonly #propagation: Propagation
  readonly #parts: ReferenceParts
  /** String ids of `globals` and similar names in Python; -1 if the program does not contain the string. */
  readonly #globals: number
  readonly #moduleName: number

  constructor(propagation: Propagation, parts: ReferenceParts) {
    this.#propagation = propagation
    this.#parts = parts
    this.#globals = propagation.program.stringIndex('globals')
    this.#moduleName = propagation.program.stringIndex('__name__')
  }

  plant(): void {
    const { program } = this.#propagation
    this.#plantClasses()
    for (const [index, file] of program.files.entries()) {
      const end = program.files[index + 1]?.firstNode ?? program.nodeCount
      for (let node = file.firstNode; node < end; node += 1) this.#plant(node, index)
    }
  }

  #plantClasses(): void {
    const { program, tokens, heap, keys } = this.#propagation
    const { classes, functions } = program
    for (const [index, made] of classes.entries()) {
      const [itself, instance] = [tokens.ofClass(index), tokens.instanceOf(index)]
      for (const { key: name, value, flags } of made.members) {
        const key = keys.of(name)
        const owner = (flags & MemberFlag.static) === 0 ? instance : itself
        const isGetter = (flags & MemberFlag.getter) !== 0
        if ((flags & MemberFlag.setter) === 0 && program.op(value) === Op.Closure) heap.own(owner, key)
        // Reading a getter returns its function's result.
        const stored =
          isGetter && program.op(value) === Op.Closure
            ? (functions[program.operand(value, 0)]?.returns ?? []).map((returned) => program.operand(returned, 0))
            : [value]
        for (const one of stored) heap.store(owner, key, one)
        if (owner === instance && isReadOfClass(program, value, flags)) {
          // Methods can also be read from the class: `Class.method(self, …)`.
          heap.own(itself, key)
          heap.store(itself, key, value)
        }
        if (program.op(value) === Op.Closure) this.#addSelf(program.operand(value, 0), owner)
      }
      for (const own of [made.creator, made.initializer]) if (own >= 0) this.#addSelf(own, instance)
    }
  }

  #addSelf(functionIndex: number, token: number): void {
    this.#propagation.add(this.#propagation.selfNode(functionIndex), token)
  }

  #plant(node: number, file: number): void {
    const { program, tokens, heap } = this.#propagation
    const { modules, calls } = this.#parts
    switch (program.op(node)) {
      case Op.Closure:
        return this.#propagation.add(node, tokens.ofFunction(program.operand(node, 0)))
      case Op.Class:
        return this.#propagation.add(node, tokens.ofClass(program.operand(node, 0)))
      case Op.ObjectOf:
      case Op.ArrayOf:
        return this.#plantLiteral(node)
      case Op.Import:
        return modules.import(node, file)
      case Op.Global:
        return modules.global(node, file)
      case Op.Export:
        return heap.store(tokens.exportsOf(file), program.operand(node, 0), program.operand(node, 1))
      case Op.ExportAll:
        return modules.exportAll(node, file)
      case Op.Yield:
        return calls.yields(node)
      case Op.Call:
        // `globals()`
        if (this.#globals >= 0 && this.#isGlobal(program.operand(node, 0), this.#globals))
          this.#propagation.add(node, tokens.exportsOf(file))
        return
      case Op.LoadDynamic:
        // `sys.modules[__name__]`
        if (this.#moduleName >= 0 && this.#isGlobal(program.operand(node, 1), this.#moduleName))
          this.#propagation.add(node, tokens.exportsOf(file))
        return
      default:
    }
  }

  #isGlobal(node: number, name: number): boolean {
    const { program } = this.#propagation
    return program.op(node) === Op.Global && program.operand(node, 0) === name
  }

  #plantLiteral(node: number): void {
    const { program, tokens, keys } = this.#propagation
    const token = tokens.site(node)
    for (let index = 0, count = program.operandCount(node); index < count; index += 1) {
      const entry = program.operand(node, index)
      switch (program.op(entry)) {
        case Op.Property: {
          const value = program.operand(entry, 1)
          this.#parts.attributes.hold(token, program.operand(entry, 0), value)
          if (program.op(value) === Op.Closure) this.#addSelf(program.operand(value, 0), token)
          break
        }
        case Op.ComputedProperty:
          this.#parts.attributes.hold(
            token,
            this.#propagation.computedKey(program.operand(entry, 0)),
            program.operand(entry, 1),
          )
          break
        case Op.Spread:
          break
        default:
          this.#parts.attributes.hold(token, program.op(node) === Op.ArrayOf ? keys.of(String(index)) : keys.any, entry)
      }
    }
    this.#propagation.add(node, token)
  }
}

/** True for a method that takes its receiver as the first parameter and is neither a getter nor a setter. */
function isReadOfClass(program: Program, value: number, flags: number): boolean {
  const made = program.op(value) === Op.Closure ? program.functions[program.operand(value, 0)] : undefined
  return (
    flags === 0 &&
    made !== undefined &&
    (made.flags & FunctionFlag.receiverIsParameter) !== 0 &&
    (made.flags & FunctionFlag.receiverIsClass) === 0
  )
}
