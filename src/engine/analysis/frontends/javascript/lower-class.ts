import type { AccessorProperty, Class, ClassElement, Node, PropertyDefinition } from 'oxc-parser'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { FunctionFlag, MemberFlag, Op } from '../../ir/operations.ts'
import type { IrMember } from '../../ir/ir-module.ts'
import { writtenName } from '../../ir/private-name.ts'
import { declareSelf, hoistFunctions, lowerOwnFunction } from './lower-function.ts'
import type { Lowering } from './lowering.ts'
import { selfName, superName } from './scope.ts'
import { keyText, typeText } from './syntax.ts'

type Field = AccessorProperty | PropertyDefinition

/** Lowers a class. Returns its `Class` node. */
export function lowerClass(to: Lowering, node: Class, name: string | undefined): number {
  if (!to.scopes.byNode.has(node)) return to.tooDeep(node)
  const decorators = (node.decorators ?? []).map(({ expression }) => to.expression(expression))
  const base = node.superClass ? to.expression(node.superClass) : -1
  const index = to.openClass()
  const made = to.node(Op.Class, node.start, index)
  const around = to.isStatic
  to.inScope(node, () => {
    if (base >= 0) to.assignOwn(superName, base)
    if (node.id) to.assignName(node.id.name, made)
    const members: IrMember[] = []
    let creator = -1
    for (const member of node.body.body) {
      to.isStatic = 'static' in member && member.static
      if (member.type === 'MethodDefinition' && member.kind === 'constructor' && !member.static) {
        if (member.value.body)
          creator = lowerOwnFunction(to, member.value, {
            name: node.id?.name ?? name ?? '',
            flags: FunctionFlag.constructor | FunctionFlag.ownSelf,
          })
      } else lowerMember(to, member, { made, members })
    }
    to.isStatic = false
    const initializer = lowerFields(to, node)
    to.closeClass(index, {
      name: className(to, node.id?.name ?? name),
      bases: base < 0 ? [] : [base],
      members,
      creator,
      initializer,
      fieldTypes: fieldTypes(to, node),
    })
  })
  to.isStatic = around
  for (const decorator of decorators) to.node(Op.Call, node.start, decorator, made)
  return made
}

const className = (to: Lowering, name: string | undefined) => (name === undefined ? -1 : to.string(name))

/** Lowers a method, accessor, static field, or static block. Instance fields are part of the initializer. */
function lowerMember(
  to: Lowering,
  member: ClassElement,
  { made, members }: { readonly made: number; readonly members: IrMember[] },
): void {
  switch (member.type) {
    case 'MethodDefinition': {
      if (!member.value.body) return
      const key = keyText(member.key, member.computed)
      const computed = key === undefined ? to.expression(member.key) : -1
      const value = to.expression(member.value, key && writtenName(key))
      const kind = member.kind === 'get' ? MemberFlag.getter : member.kind === 'set' ? MemberFlag.setter : 0
      if (key !== undefined)
        members.push({ key: to.string(key), value, flags: kind | (member.static ? MemberFlag.static : 0) })
      else to.node(Op.StoreDynamic, member.start, made, computed, value)
      return decorate(to, member.decorators, { value, key })
    }
    case 'PropertyDefinition':
    case 'AccessorProperty': {
      const key = keyText(member.key, member.computed)
      const computed = key === undefined && member.static ? to.expression(member.key) : -1
      const value = member.static && member.value ? staticValue(to, member, made, key) : -1
      if (key !== undefined && value >= 0) members.push({ key: to.string(key), value, flags: MemberFlag.static })
      else if (computed >= 0 && value >= 0) to.node(Op.StoreDynamic, member.start, made, computed, value)
      return decorate(to, member.decorators, { value, key })
    }
    case 'StaticBlock':
      return to.inScope(member, () => {
        to.assignOwn(selfName, made)
        hoistFunctions(to, member.body)
        to.statements(member.body)
      })
    default:
  }
}

/** Lowers a static field's value. There, `this` is the class. */
function staticValue(to: Lowering, member: Field, made: number, key: string | undefined): number {
  let value = -1
  to.inScope(member, () => {
    to.assignOwn(selfName, made)
    value = to.expression(member.value, key && writtenName(key))
  })
  return value
}

/** Calls a decorator with the decorated value and its name. */
function decorate(
  to: Lowering,
  decorators: readonly Extract<Node, { type: 'Decorator' }>[] | undefined,
  { value, key }: { readonly value: number; readonly key: string | undefined },
): void {
  for (const { expression, start } of decorators ?? []) {
    const decorator = to.expression(expression)
    const given = value < 0 ? to.nothing(start) : value
    to.nodeOf(Op.Call, start, key === undefined ? [decorator, given] : [decorator, given, to.textLiteral(key, start)])
  }
}

/** Emits the function that initializes fields, or returns -1 if the class has no such fields. */
function lowerFields(to: Lowering, node: Class): number {
  const fields = node.body.body.filter(
    (member): member is Field =>
      (member.type === 'PropertyDefinition' || member.type === 'AccessorProperty') &&
      !member.static &&
      member.value !== null,
  )
  if (fields.length === 0) return -1
  return to.writeFunction({ name: '', offset: node.start, flags: FunctionFlag.ownSelf }, () => {
    to.current.self = to.node(Op.Self, node.start)
    for (const field of fields) storeField(to, field)
  })
}

function storeField(to: Lowering, field: Field): void {
  const scope = to.scopes.byNode.get(field)
  if (!scope) return
  to.inScope(field, () => {
    declareSelf(to, scope, field.start)
    const key = keyText(field.key, field.computed)
    const computed = key === undefined ? to.expression(field.key) : -1
    const value = to.expression(field.value, key && writtenName(key))
    if (key === undefined) to.node(Op.StoreDynamic, field.start, to.current.self, computed, value)
    else to.node(Op.Store, field.start, to.current.self, to.string(key), value)
  })
}

/** Returns the type annotations of fields, including those that constructor parameters declare. */
function fieldTypes(to: Lowering, node: Class): (readonly [number, number])[] {
  const types: (readonly [number, number])[] = []
  const add = (name: string | undefined, type: string | undefined) => {
    if (name !== undefined && type !== undefined) types.push([to.string(name), to.string(type)])
  }
  for (const member of node.body.body) {
    if (
      member.type === 'PropertyDefinition' ||
      member.type === 'AccessorProperty' ||
      member.type === 'TSAbstractPropertyDefinition'
    )
      add(
        keyText(member.key, member.computed),
        typeText(to.text, member.typeAnnotation, dataflowLimits.maxTypeCharacters),
      )
    else if (member.type === 'MethodDefinition' && member.kind === 'constructor') {
      for (const one of member.value.params) {
        if (one.type !== 'TSParameterProperty') continue
        const target = one.parameter.type === 'AssignmentPattern' ? one.parameter.left : one.parameter
        if (target.type === 'Identifier')
          add(target.name, typeText(to.text, target.typeAnnotation, dataflowLimits.maxTypeCharacters))
      }
    }
  }
  return types
}
