import type { Node, Statement } from 'oxc-parser'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import { assignPattern } from './lower-assignment.ts'
import { lowerFor, lowerForEach, lowerSwitch, lowerTry, lowerWhile } from './lower-control.ts'
import { hoistFunctions } from './lower-function.ts'
import {
  lowerExport,
  lowerExportAll,
  lowerExportDefault,
  lowerExportAssignment,
  lowerImportEquals,
} from './lower-module.ts'
import { lowerEnum, lowerNamespace } from './lower-typescript.ts'
import { lowerModules } from './lower-module-table.ts'
import type { Lowering } from './lowering.ts'
import { resolved } from './scope.ts'
import { typeText } from './syntax.ts'

/** Lowers a statement. `label` is the label before it, if any. */
export function lowerStatement(to: Lowering, node: Statement | Node, label: string | undefined): void {
  switch (node.type) {
    case 'ExpressionStatement':
      to.expression(node.expression)
      return
    case 'VariableDeclaration':
      return lowerDeclaration(to, node)
    case 'IfStatement':
      return lowerIf(to, node)
    case 'ReturnStatement':
      return to.returns(to.expression(node.argument), node.start)
    case 'BlockStatement':
      return label === undefined ? lowerBlock(to, node) : lowerLabelled(to, label, node, undefined)
    case 'FunctionDeclaration':
    case 'EmptyStatement':
    case 'DebuggerStatement':
    case 'ImportDeclaration':
      return
    case 'ThrowStatement':
      return to.throws(to.expression(node.argument), node.start)
    case 'TryStatement':
      return label === undefined ? lowerTry(to, node) : lowerLabelled(to, label, node, undefined)
    case 'ForStatement':
      return lowerFor(to, node, label)
    case 'ForInStatement':
    case 'ForOfStatement':
      return lowerForEach(to, node, label)
    case 'WhileStatement':
    case 'DoWhileStatement':
      return lowerWhile(to, node, label)
    case 'SwitchStatement':
      return lowerSwitch(to, node, label)
    case 'BreakStatement':
      return to.leave('break', node.label?.name)
    case 'ContinueStatement':
      return to.leave('continue', node.label?.name)
    case 'LabeledStatement':
      return label === undefined
        ? to.statement(node.body, node.label.name)
        : lowerLabelled(to, label, node.body, node.label.name)
    case 'ClassDeclaration':
      if (node.declare !== true) to.expression(node)
      return
    case 'ExportNamedDeclaration':
      return lowerExport(to, node)
    case 'ExportDefaultDeclaration':
      return lowerExportDefault(to, node)
    case 'ExportAllDeclaration':
      return lowerExportAll(to, node)
    case 'WithStatement':
      to.expression(node.object)
      return to.statement(node.body)
    case 'TSEnumDeclaration':
      return lowerEnum(to, node)
    case 'TSModuleDeclaration':
      return lowerNamespace(to, node)
    case 'TSExportAssignment':
      return lowerExportAssignment(to, node)
    case 'TSImportEqualsDeclaration':
      return lowerImportEquals(to, node)
    default:
  }
}

function lowerIf(to: Lowering, { test, consequent, alternate }: Extract<Node, { type: 'IfStatement' }>): void {
  to.branch(to.expression(test), () => to.statement(consequent), alternate ? () => to.statement(alternate) : undefined)
}

/** Lowers a statement that `break` may exit through a label. The statement may also have its own label. */
function lowerLabelled(to: Lowering, label: string, node: Node, own: string | undefined): void {
  // Emitted in a separate region, because code after the statement also runs after a `break` that skipped part of it.
  to.breakable(label, () => to.ways([() => to.statement(node, own)]))
}

function lowerBlock(to: Lowering, node: Extract<Node, { type: 'BlockStatement' }>): void {
  const { body } = node
  const around = to.enter(node)
  // A block without declared names contains no function declarations.
  if (around) hoistFunctions(to, body)
  to.statements(body)
  if (around) to.scope = around
}

/** True if a variable refers to another package's code, such as a wrapped module. */
function isOutside(to: Lowering, id: Node): boolean {
  const variable = id.type === 'Identifier' && to.scopes.outside.size > 0 ? resolved(to.scope, id.name) : undefined
  return variable !== undefined && to.scopes.outside.has(variable)
}

export function lowerDeclaration(to: Lowering, node: Extract<Node, { type: 'VariableDeclaration' }>): void {
  if (node.declare === true) return
  for (const declarator of node.declarations) {
    const { id, init } = declarator
    if (!init || isOutside(to, id) || to.vendored.unmarked(declarator)) continue
    const table = to.scopes.tablesByDeclarator.get(declarator)
    if (table) {
      lowerModules(to, table)
      continue
    }
    const value = to.expression(init, id.type === 'Identifier' ? id.name : undefined)
    const type =
      'typeAnnotation' in id ? typeText(to.text, id.typeAnnotation, dataflowLimits.maxTypeCharacters) : undefined
    assignPattern(to, id, type === undefined ? value : to.node(Op.Typed, id.start, value, to.string(type)))
  }
}
