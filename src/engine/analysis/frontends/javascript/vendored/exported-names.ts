import type { Node } from 'oxc-parser'
import { definedGetters } from '../module-table.ts'
import { bare } from '../syntax.ts'
import type { CodePiece } from './code-pieces.ts'

function expressionsOf(node: Node): Node[] {
  if (node.type !== 'ExpressionStatement') return []
  const expression = bare(node.expression)
  return expression.type === 'SequenceExpression' ? expression.expressions : [expression]
}

/** Returns the callee name of a call without arguments. */
function loaded(node: Node | undefined): string | undefined {
  const call = node && bare(node)
  return call?.type === 'CallExpression' && call.arguments.length === 0 && call.callee.type === 'Identifier'
    ? call.callee.name
    : undefined
}

/**
 * Returns variables that hold a CommonJS module: `var express = interop(require_express(), 1)`, `var qs =
 * require_qs()`.
 */
export function heldModules(pieces: readonly CodePiece[]): ReadonlySet<string> {
  const loaders = new Set(pieces.flatMap(({ isModule, names }) => (isModule ? names : [])))
  return new Set(
    pieces.flatMap(({ node }) => {
      if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return []
      const call = bare(node.init)
      const name =
        loaded(call) ??
        (call.type === 'CallExpression' && call.callee.type === 'Identifier' ? loaded(call.arguments[0]) : undefined)
      return name !== undefined && loaders.has(name) ? [node.id.name] : []
    }),
  )
}

/**
 * Returns the export names of variables in concatenated modules, as in `__export(all, { name: () => variable })` and
 * `axios.default = axios`.
 */
export function exportedNames(pieces: readonly CodePiece[], held: ReadonlySet<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>([...held].map((variable) => [variable, '*']))
  for (const expression of pieces.flatMap(({ node }) => expressionsOf(node))) {
    if (expression.type === 'CallExpression' && expression.arguments.length === 2) {
      const [target, getters] = expression.arguments
      const entries = getters && definedGetters(getters)
      if (target?.type !== 'Identifier' || !entries) continue
      names.set(target.name, '*')
      for (const { name, value } of entries)
        if (value.type === 'Identifier' && !names.has(value.name)) names.set(value.name, name)
    } else if (
      expression.type === 'AssignmentExpression' &&
      expression.left.type === 'MemberExpression' &&
      expression.left.property.type === 'Identifier' &&
      expression.left.property.name === 'default'
    ) {
      if (
        expression.left.object.type === 'Identifier' &&
        expression.right.type === 'Identifier' &&
        expression.left.object.name === expression.right.name
      )
        names.set(expression.right.name, 'default')
    }
  }
  for (const { node } of pieces) {
    if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || node.init?.type !== 'Identifier')
      continue
    const named = names.get(node.init.name)
    if (named !== undefined && !names.has(node.id.name)) names.set(node.id.name, named)
  }
  return names
}
