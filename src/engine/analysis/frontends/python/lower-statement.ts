import { Op } from '../../ir/operations.ts'
import { lowerAnnotated, lowerAssignment, lowerAugmented, rememberType } from './lower-assignment.ts'
import { lowerClass } from './lower-class.ts'
import { lowerFor, lowerTry, lowerWhile, lowerWith } from './lower-control.ts'
import { lowerDefinition } from './lower-function.ts'
import { lowerMatch } from './lower-match.ts'
import { lowerImport, lowerImportFrom } from './lower-module.ts'
import type { Lowering } from './lowering.ts'
import type { Of, PythonNode } from './python-tree.ts'

export function lowerStatement(to: Lowering, node: PythonNode): void {
  switch (node.nodeType) {
    case 'Expr':
      if (node.value.nodeType !== 'Constant') to.expression(node.value)
      return
    case 'Assign':
      return lowerAssignment(to, node)
    case 'AugAssign':
      return lowerAugmented(to, node)
    case 'AnnAssign':
      return lowerAnnotated(to, node)
    case 'FunctionDef':
    case 'AsyncFunctionDef':
      return lowerDefinition(to, node)
    case 'ClassDef':
      return lowerClass(to, node)
    case 'Return':
      return to.returns(to.expression(node.value), to.offsetOf(node))
    case 'If':
      return to.branch(
        to.expression(node.test),
        () => to.statements(node.body),
        node.orelse.length > 0 ? () => to.statements(node.orelse) : undefined,
      )
    case 'For':
    case 'AsyncFor':
      return lowerFor(to, node)
    case 'While':
      return lowerWhile(to, node)
    case 'Break':
      if (!to.isDead) to.breaks.at(-1)?.push(to.current.region)
      return to.leave('break')
    case 'Continue':
      return to.leave('continue')
    case 'With':
    case 'AsyncWith':
      return lowerWith(to, node)
    case 'Try':
    case 'TryStar':
      return lowerTry(to, node)
    case 'Raise': {
      if (node.cause) to.expression(node.cause)
      return to.throws(node.exc ? to.expression(node.exc) : to.node(Op.Caught, to.offsetOf(node)), to.offsetOf(node))
    }
    case 'Assert':
      return to.branch(
        to.expression(node.test),
        () => {},
        () => to.throws(to.expression(node.msg), to.offsetOf(node)),
      )
    case 'Match':
      return lowerMatch(to, node)
    case 'Import':
      return lowerImport(to, node)
    case 'ImportFrom':
      return lowerImportFrom(to, node)
    case 'Delete':
      return lowerDelete(to, node)
    case 'TypeAlias':
      if (node.name.nodeType !== 'Name') return
      rememberType(to, node.name.id, node.value)
      return to.assignName(node.name.id, to.expression(node.value))
    default:
  }
}

/**
 * Lowers the object and the key of a deleted item. The deletion itself is ignored, because it would end the data flow
 * to later reads.
 */
function lowerDelete(to: Lowering, { targets }: Of<'Delete'>): void {
  for (const target of targets)
    if (target.nodeType === 'Attribute') to.expression(target.value)
    else if (target.nodeType === 'Subscript')
      to.node(Op.Opaque, to.offsetOf(target), to.expression(target.value), to.expression(target.slice))
}
