import { FlowBuilder } from '../../../../src/engine/analysis/ir/flow-builder.ts'
import { lineStartsOf, type IrModule } from '../../../../src/engine/analysis/ir/ir-module.ts'
import { LiteralKind, Op } from '../../../../src/engine/analysis/ir/operations.ts'
import { variable, type Variable } from '../../../../src/engine/analysis/ir/variable.ts'

/**
 * Lowers a text in the invented language Plain. Each line is a statement: `name = value`, a call, `if value`, `end`, or
 * `return value`. A value is a string in quotes, a name, a name of a module such as `shell.run`, or a call of one.
 */
export function lowerPlain(text: string): IrModule {
  const to = new FlowBuilder('plain', lineStartsOf(text), text.length)
  new PlainLowering(to, text).statements()
  return to.build()
}

class PlainLowering {
  readonly #to: FlowBuilder
  readonly #lines: readonly { readonly text: string; readonly offset: number }[]
  readonly #variables = new Map<string, Variable>()
  #at = 0

  constructor(to: FlowBuilder, text: string) {
    this.#to = to
    this.#lines = [...text.matchAll(/[^\n]+/g)].map((line) => ({ text: line[0].trim(), offset: line.index }))
    for (const { text: line } of this.#lines) {
      const name = /^(\w+) = /.exec(line)?.[1]
      if (name !== undefined && !this.#variables.has(name)) this.#declare(name)
    }
  }

  #declare(name: string): void {
    const made = variable({ name, isShared: false, isConstant: false })
    this.#variables.set(name, made)
    this.#to.declare(made)
  }

  /** Lowers statements up to `end` or the end of the text. */
  statements(): void {
    for (;;) {
      const line = this.#lines[this.#at]
      this.#at += 1
      if (!line || line.text === 'end') return
      this.#statement(line.text, line.offset)
    }
  }

  #statement(text: string, offset: number): void {
    const [, kind, rest = ''] = /^(if|return) (.*)$/.exec(text) ?? []
    if (kind === 'if') return this.#to.branch(this.#value(rest, offset), () => this.statements())
    if (kind === 'return') return this.#to.returns(this.#value(rest, offset), offset)
    const [, name = '', value = text] = /^(\w+) = (.*)$/.exec(text) ?? []
    const node = this.#value(value, offset)
    const variable = this.#variables.get(name)
    if (variable) this.#to.assign(variable, node)
  }

  #value(text: string, offset: number): number {
    const called = /^([\w.]+)\((.*)\)$/.exec(text)
    if (called) {
      const [, callee = '', given = ''] = called
      const operands = given === '' ? [] : given.split(', ').map((one) => this.#value(one, offset))
      return this.#to.nodeOf(Op.Call, offset, [this.#value(callee, offset), ...operands])
    }
    if (text.startsWith('"')) return this.#to.literal(LiteralKind.string, text.slice(1, -1), offset)
    const [first = '', ...keys] = text.split('.')
    const variable = this.#variables.get(first)
    let node = variable ? this.#to.read(variable, offset) : this.#to.node(Op.Global, offset, this.#to.string(first))
    for (const key of keys) node = this.#to.node(Op.Load, offset, node, this.#to.string(key))
    return node
  }
}
