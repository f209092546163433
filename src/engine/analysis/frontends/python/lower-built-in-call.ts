import { Op } from '../../ir/operations.ts'
import { assignTarget } from './lower-assignment.ts'
import { findFirst } from './lower-comprehension.ts'
import type { Lowering } from './lowering.ts'
import { type Of, stringOf } from './python-tree.ts'

/** Lowers calls of built-in functions on elements to collection methods. Undefined for any other call. */
export function lowerBuiltInCall(to: Lowering, name: string, call: Of<'Call'>): number | undefined {
  const [first, second] = call.args
  if (call.keywords.length > 0 || !first) return undefined
  switch (name) {
    case 'any':
    case 'all':
      return first.nodeType === 'GeneratorExp' && !second ? quantified(to, name, first, to.offsetOf(call)) : undefined
    case 'next':
      return first.nodeType === 'GeneratorExp' ? findFirst(to, first, second, to.offsetOf(call)) : undefined
    case 'map':
    case 'filter':
      // Calls with any other function are lowered as ordinary calls, because only the effect of a lambda is known.
      return first.nodeType === 'Lambda' && second && call.args.length === 2
        ? to.callMethod(to.expression(second), name, [to.expression(first)], to.offsetOf(call))
        : undefined
    case '__import__': {
      const specifier = stringOf(first)
      return specifier === undefined
        ? undefined
        : to.node(Op.Import, to.offsetOf(call), to.string(specifier.split('.', 1)[0] ?? specifier), to.string('*'))
    }
    case 'getattr': {
      const key = stringOf(second)
      if (key === undefined) return undefined
      const loaded = to.node(Op.Load, to.offsetOf(call), to.expression(first), to.string(key))
      const other = call.args[2]
      return other
        ? to.node(Op.Phi, to.offsetOf(call), loaded, to.current.region, to.expression(other), to.current.region)
        : loaded
    }
    case 'setattr': {
      const key = stringOf(second)
      const value = call.args[2]
      if (key === undefined || !value) return undefined
      to.node(Op.Store, to.offsetOf(call), to.expression(first), to.string(key), to.expression(value))
      return to.nothing(to.offsetOf(call))
    }
    default:
      return undefined
  }
}

/**
 * Lowers `any(test for x in xs if condition)` and `all(…)` to the methods `some` and `every` with a function that tests
 * one element.
 */
function quantified(to: Lowering, name: 'any' | 'all', node: Of<'GeneratorExp'>, offset: number): number | undefined {
  const [only, second] = node.generators
  if (!only || second || only.is_async !== 0) return undefined
  const { iter, target, ifs } = only
  const collection = to.expression(iter)
  const closure = to.closure({ name: '', offset, flags: 0 }, () => {
    const parameter = to.parameter({
      name: target.nodeType === 'Name' ? target.id : undefined,
      offset: to.offsetOf(target),
    })
    to.inScope(node, () => {
      assignTarget(to, target, parameter)
      const test = () => to.expression(node.elt)
      const tested = ifs.reduceRight(
        (inner: () => number, condition) => () => {
          const held = to.expression(condition)
          return name === 'any'
            ? to.logical('and', held, inner, offset)
            : to.logical('or', to.node(Op.Unary, offset, to.string('!'), held), inner, offset)
        },
        test,
      )
      to.returns(tested(), offset)
    })
  })
  return to.callMethod(collection, name === 'any' ? 'some' : 'every', [closure], offset)
}
