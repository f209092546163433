import type { ExprNode } from 'py-ast'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import { itemKey } from './lower-item.ts'
import { binary } from './lower-operators.ts'
import type { Lowering } from './lowering.ts'
import { lastName, type Of, stringOf } from './python-tree.ts'

export function lowerAssignment(to: Lowering, { targets, value }: Of<'Assign'>): void {
  const [target, second] = targets
  if (target && !second && isSequence(target) && isSequence(value) && fits(target.elts, value.elts)) {
    assignAll(
      to,
      target,
      value.elts.map((one) => to.expression(one)),
    )
    return
  }
  if (target?.nodeType === 'Name' && !second && to.scope.kind !== 'class') rememberType(to, target.id, value)
  const made = to.expression(value)
  for (const one of targets) assignTarget(to, one, made)
}

/** Lowers `a: T = value`. In a class, it declares an instance field. Elsewhere, the type is an unchecked assertion. */
export function lowerAnnotated(to: Lowering, { target, annotation, value }: Of<'AnnAssign'>): void {
  const type = typeText(to, annotation)
  const body = to.scope.kind === 'class' ? to.classBody : undefined
  if (body && target.nodeType === 'Name') {
    body.fieldTypes.push([to.string(target.id), to.string(type)])
    body.fields.push({
      name: target.id,
      annotation: type,
      offset: to.offsetOf(target),
      hasDefault: value !== undefined && value !== null,
    })
    if (value) to.assignName(target.id, to.expression(value))
    return
  }
  if (to.scope.kind !== 'function') lowerCallsIn(to, annotation)
  // `table[key()]: int` calls `key`, although it stores nothing.
  if (!value && target.nodeType === 'Subscript') to.expression(target)
  if (value && target.nodeType === 'Name' && lastName(annotation) === 'TypeAlias') rememberType(to, target.id, value)
  if (value) assignTarget(to, target, to.node(Op.Typed, to.offsetOf(target), to.expression(value), to.string(type)))
}

/** Lowers an annotation that may contain a call, which runs at the definition: `Annotated[str, Field()]`. */
export function lowerCallsIn(to: Lowering, annotation: ExprNode): void {
  if (stringOf(annotation) === undefined && to.textOf(annotation).includes('(')) to.expression(annotation)
}

/**
 * Returns a type annotation as written. Removes the quotes of a deferred annotation. Expands type aliases from the
 * module and the enclosing functions.
 */
export function typeText(to: Lowering, annotation: ExprNode): string {
  const text = (stringOf(annotation) ?? to.textOf(annotation)).slice(0, dataflowLimits.maxTypeCharacters)
  if (to.typeNames.size === 0) return text
  return text
    .replaceAll(/(["'])[^"']*\1|(?<![\w.])[A-Za-z_]\w*/g, (name) => to.typeNames.get(name) ?? name)
    .slice(0, dataflowLimits.maxTypeCharacters)
}

/** Records a type alias: `Name = Annotated[str, …]`. */
export function rememberType(to: Lowering, name: string, value: ExprNode): void {
  if (value.nodeType === 'Subscript' && typeForms.has(lastName(value.value) ?? ''))
    to.typeNames = new Map(to.typeNames).set(name, typeText(to, value))
}

/** Names whose subscripts are always types. */
const typeForms = new Set(['Annotated', 'Literal', 'Optional', 'Union'])

/** Lowers `a += b`. */
export function lowerAugmented(to: Lowering, { target, op, value, ...place }: Of<'AugAssign'>): void {
  const offset = to.offsetOf(place)
  if (target.nodeType === 'Attribute') {
    const object = to.expression(target.value)
    const key = to.string(target.attr)
    const made = binary(to, {
      operator: op.nodeType,
      left: to.node(Op.Load, offset, object, key),
      right: () => to.expression(value),
      rightNode: value,
      offset,
    })
    to.node(Op.Store, offset, object, key, made)
  } else if (target.nodeType === 'Subscript') {
    const object = to.expression(target.value)
    const key = itemKey(to, target.slice)
    const made = binary(to, {
      operator: op.nodeType,
      left: to.node(Op.LoadDynamic, offset, object, key),
      right: () => to.expression(value),
      rightNode: value,
      offset,
    })
    to.node(Op.StoreDynamic, offset, object, key, made)
  } else
    assignTarget(
      to,
      target,
      binary(to, {
        operator: op.nodeType,
        left: to.expression(target),
        right: () => to.expression(value),
        rightNode: value,
        offset,
      }),
    )
}

/** Assigns a value to a variable, an attribute, an item, or the targets of a sequence. */
export function assignTarget(to: Lowering, target: ExprNode, value: number): void {
  switch (target.nodeType) {
    case 'Name':
      return to.assignName(target.id, value)
    case 'Attribute':
      to.node(Op.Store, to.offsetOf(target), to.expression(target.value), to.string(target.attr), value)
      return
    case 'Subscript': {
      const object = to.expression(target.value)
      to.node(Op.StoreDynamic, to.offsetOf(target), object, itemKey(to, target.slice), value)
      return
    }
    case 'Starred':
      return assignTarget(
        to,
        target.value,
        to.node(Op.ArrayOf, to.offsetOf(target), to.node(Op.Spread, to.offsetOf(target), value)),
      )
    case 'Tuple':
    case 'List': {
      let isPlaced = true
      for (const [index, one] of target.elts.entries()) {
        const offset = to.offsetOf(one)
        if (one.nodeType === 'Starred') {
          isPlaced = false
          assignTarget(to, one, value)
        } else
          assignTarget(
            to,
            one,
            isPlaced
              ? to.node(Op.LoadDynamic, offset, value, to.literal(LiteralKind.string, String(index), offset))
              : to.node(Op.Element, offset, value),
          )
      }
      return
    }
    default:
      to.expression(target)
  }
}

/** Assigns values to a sequence with the same number of targets, or as a list to another target. */
export function assignAll(to: Lowering, target: ExprNode, values: readonly number[]): void {
  if (isSequence(target) && target.elts.length === values.length && !target.elts.some(isStarred)) {
    for (const [index, one] of target.elts.entries()) assignTarget(to, one, values[index] ?? -1)
  } else assignTarget(to, target, to.nodeOf(Op.ArrayOf, to.offsetOf(target), values))
}

const isSequence = (node: ExprNode) => node.nodeType === 'Tuple' || node.nodeType === 'List'
const isStarred = ({ nodeType }: ExprNode) => nodeType === 'Starred'

const fits = (targets: readonly ExprNode[], values: readonly ExprNode[]) =>
  targets.length === values.length && !targets.some(isStarred) && !values.some(isStarred)
