import type { Node } from 'oxc-parser'

/** Returns the names bound by a pattern, in source order. */
export function patternNames(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [pattern.name]
  const names: string[] = []
  const waiting: (Node | null)[] = [pattern]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node === null) continue
    if (node.type === 'Identifier') names.push(node.name)
    else if (node.type === 'ObjectPattern')
      for (const property of node.properties.toReversed())
        waiting.push(property.type === 'Property' ? property.value : property.argument)
    else if (node.type === 'ArrayPattern') for (const element of node.elements.toReversed()) waiting.push(element)
    else if (node.type === 'AssignmentPattern') waiting.push(node.left)
    else if (node.type === 'RestElement') waiting.push(node.argument)
  }
  return names
}

/** Returns the names declared at run time by a declaration. Names that exist only as types are left out. */
export function declaredNames(declaration: Node): string[] {
  switch (declaration.type) {
    case 'VariableDeclaration':
      return declaration.declare === true ? [] : declaration.declarations.flatMap(({ id }) => patternNames(id))
    case 'TSModuleDeclaration':
      return declaration.declare || !declaration.body ? [] : namespaceNames(declaration).slice(0, 1)
    case 'TSImportEqualsDeclaration':
      return [declaration.id.name]
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
      return declaration.id && declaration.declare !== true ? [declaration.id.name] : []
    default:
      return []
  }
}

/** Returns the names in `namespace a.b.c`, or an empty list if the namespace exists only as a type. */
export function namespaceNames({ id }: Extract<Node, { type: 'TSModuleDeclaration' }>): string[] {
  const names: string[] = []
  let at: Node = id
  while (at.type === 'TSQualifiedName') {
    names.unshift(at.right.name)
    at = at.left
  }
  return at.type === 'Identifier' ? [at.name, ...names] : []
}

/** True if a statement declares a name in its block. */
export function declaresLexically(statement: Node): boolean {
  switch (statement.type) {
    case 'VariableDeclaration':
      return statement.kind !== 'var'
    case 'FunctionDeclaration':
    case 'ClassDeclaration':
    case 'TSEnumDeclaration':
    case 'TSModuleDeclaration':
    case 'TSImportEqualsDeclaration':
      return true
    default:
      return false
  }
}
