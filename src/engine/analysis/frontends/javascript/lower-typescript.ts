import type { Node } from 'oxc-parser'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { declaredNames, namespaceNames } from './declarations.ts'
import { hoistFunctions } from './lower-function.ts'
import type { Lowering } from './lowering.ts'
import { resolved } from './scope.ts'

type Of<Type extends Node['type']> = Extract<Node, { type: Type }>

/** Lowers an enum to an object with its members. Members without a value continue counting from the previous one. */
export function lowerEnum(to: Lowering, node: Of<'TSEnumDeclaration'>): void {
  if (node.declare) return
  const properties: number[] = []
  to.inScope(node, () => {
    let next: number | undefined = 0
    for (const { id, initializer, start } of node.body.members) {
      const key =
        id.type === 'Identifier' ? id.name : id.type === 'Literal' ? id.value : (id.quasis[0]?.value.cooked ?? '')
      const value = initializer
        ? to.expression(initializer)
        : next === undefined
          ? to.node(Op.Opaque, start)
          : to.literal(LiteralKind.number, String(next), start)
      const known: number | undefined = initializer ? numberOf(initializer) : next
      next = known === undefined ? undefined : known + 1
      to.assignOwn(key, value)
      properties.push(to.node(Op.Property, start, to.string(key), value))
    }
  })
  to.assignName(node.id.name, to.nodeOf(Op.ObjectOf, node.start, properties))
}

const numberOf = (node: Node) => (node.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined)

/**
 * Lowers a namespace to an object with its exports. Extends an earlier class, function, or namespace of the same name.
 */
export function lowerNamespace(to: Lowering, node: Of<'TSModuleDeclaration'>): void {
  const [name, ...inner] = namespaceNames(node)
  const { body, start } = node
  if (node.declare || !body || name === undefined) return
  const variable = resolved(to.scope, name)
  const isNew = !variable || variable.assigned.length === 0
  let space = isNew ? to.node(Op.ObjectOf, start) : to.named(name, start)
  if (isNew) to.assignName(name, space)
  for (const key of inner) {
    const within = to.node(Op.ObjectOf, start)
    to.node(Op.Store, start, space, to.string(key), within)
    space = within
  }
  to.inScope(node, () => {
    hoistFunctions(to, body.body)
    for (const statement of body.body) {
      if (statement.type !== 'ExportNamedDeclaration' || !statement.declaration) {
        to.statement(statement)
        continue
      }
      to.statement(statement.declaration)
      for (const exported of declaredNames(statement.declaration))
        to.node(Op.Store, statement.start, space, to.string(exported), to.named(exported, statement.start))
    }
  })
}
