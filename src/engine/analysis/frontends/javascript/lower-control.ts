import type { Node } from 'oxc-parser'
import type { SwitchCase } from '../../ir/flow-builder.ts'
import { Op } from '../../ir/operations.ts'
import { assignPattern } from './lower-assignment.ts'
import { hoistFunctions } from './lower-function.ts'
import type { Lowering } from './lowering.ts'

type Of<Type extends Node['type']> = Extract<Node, { type: Type }>

export function lowerFor(to: Lowering, node: Of<'ForStatement'>, label: string | undefined): void {
  const { init, test, update, body } = node
  to.inScope(node, () => {
    if (init?.type === 'VariableDeclaration') to.statement(init)
    else if (init) to.expression(init)
    to.loop({
      label,
      body: () => to.statement(body),
      ...(test && { condition: () => to.expression(test) }),
      ...(update && { update: () => void to.expression(update) }),
    })
  })
}

/** Lowers `for … of` and `for … in`. */
export function lowerForEach(
  to: Lowering,
  node: Of<'ForOfStatement' | 'ForInStatement'>,
  label: string | undefined,
): void {
  const { left, right, body, start } = node
  const collection = to.expression(right)
  to.loop({
    label,
    body: () =>
      to.inScope(node, () => {
        const item = to.node(node.type === 'ForOfStatement' ? Op.Element : Op.Key, start, collection)
        const value = node.type === 'ForOfStatement' && node.await ? to.node(Op.Await, start, item) : item
        const [declared] = left.type === 'VariableDeclaration' ? left.declarations : []
        assignPattern(to, left.type === 'VariableDeclaration' ? (declared?.id ?? left) : left, value)
        to.statement(body)
      }),
  })
}

export function lowerWhile(
  to: Lowering,
  node: Of<'WhileStatement' | 'DoWhileStatement'>,
  label: string | undefined,
): void {
  const { test, body } = node
  if (node.type === 'WhileStatement')
    to.loop({ label, condition: () => to.expression(test), body: () => to.statement(body) })
  else to.loop({ label, body: () => to.statement(body), update: () => void to.expression(test) })
}

/** Lowers `switch`. Cases without statements are merged with the next one. */
export function lowerSwitch(to: Lowering, node: Of<'SwitchStatement'>, label: string | undefined): void {
  const discriminant = to.expression(node.discriminant)
  const isOfConditions = node.discriminant.type === 'Literal' && node.discriminant.value === true
  to.inScope(node, () => {
    for (const { consequent } of node.cases) hoistFunctions(to, consequent)
    const cases: SwitchCase[] = []
    let conditions: number[] = []
    let isDefault = false
    for (const [index, { test, consequent, start }] of node.cases.entries()) {
      if (test) {
        const value = to.expression(test)
        conditions.push(isOfConditions ? value : to.node(Op.Binary, start, to.string('==='), discriminant, value))
      } else isDefault = true
      if (consequent.length === 0 && index + 1 < node.cases.length) continue
      cases.push({ conditions, isDefault, body: () => to.statements(consequent) })
      conditions = []
      isDefault = false
    }
    to.select(cases, { label, fallsThrough: true })
  })
}

export function lowerTry(to: Lowering, { block, handler, finalizer }: Of<'TryStatement'>): void {
  const rescue = handler
    ? () =>
        to.inScope(handler, () => {
          const caught = to.node(Op.Caught, handler.start)
          if (handler.param) assignPattern(to, handler.param, caught)
          to.statement(handler.body)
        })
    : undefined
  to.attempt(() => to.statement(block), rescue, finalizer ? () => to.statement(finalizer) : undefined)
}
