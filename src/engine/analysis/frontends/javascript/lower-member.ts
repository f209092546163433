import type { Node } from 'oxc-parser'
import { Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'
import { keyText } from './syntax.ts'

type Member = Extract<Node, { type: 'MemberExpression' }>

/** An attribute access: the object, and the key as text or as a value. */
export interface MemberPlace {
  readonly object: number
  readonly text: string | undefined
  /** Node of a computed key, or -1 if the key is text. */
  readonly key: number
  readonly offset: number
}

/** The offset is the name's, so each link of a long chain has its own location. */
export function memberPlace(to: Lowering, node: Member, object: number): MemberPlace {
  const text = keyText(node.property, node.computed)
  return { object, text, key: text === undefined ? to.expression(node.property) : -1, offset: node.property.start }
}

export function loadMember(to: Lowering, { object, text, key, offset }: MemberPlace): number {
  return text === undefined
    ? to.node(Op.LoadDynamic, offset, object, key)
    : to.node(Op.Load, offset, object, to.string(text))
}

export function storeMember(to: Lowering, { object, text, key, offset }: MemberPlace, value: number): void {
  if (text === undefined) to.node(Op.StoreDynamic, offset, object, key, value)
  else to.node(Op.Store, offset, object, to.string(text), value)
}

/** Returns the object in which `super.method` is looked up: the base class or its prototype. */
export function superMembers(to: Lowering, base: number, offset: number): number {
  return to.isStatic ? base : to.node(Op.Load, offset, base, to.string('prototype'))
}
