import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { type Shape, shapeAt } from '../../schemas/shape.ts'
import { maskOf } from '../../taint-kind.ts'
import type { TaintSource } from '../sources/taint-source.ts'
import { seenThrough } from './seen-through.ts'

/** Maximum nesting depth of attributes whose shapes are looked up. */
const maxKeys = 6

/** Returns a predicate for attributes of sources whose shape excludes paths and URLs. */
export function boundedBy(
  known: KnownProgram,
  entries: readonly Pick<TaintSource, 'node' | 'shape'>[],
): (node: number) => boolean {
  const shapes = new Map<number, Shape[]>()
  for (const { node, shape } of entries) shapes.set(node, [...(shapes.get(node) ?? []), shape])
  const placed = maskOf('path', 'url')
  return (node) => {
    const received = shapes.get(seenThrough(known, known.program.operand(node, 0)))
    const key = known.program.text(node, 1)
    return received !== undefined && received.every((shape) => (shapeAt(shape, key).carries & placed) === 0)
  }
}

/** Returns a predicate for sources and attributes of sources that can only be text. */
export function textsOf(
  known: KnownProgram,
  entries: readonly Pick<TaintSource, 'node' | 'shape'>[],
): (node: number) => boolean {
  const shapes = Map.groupBy(entries, ({ node }) => node)
  const { program } = known
  const shapesOf = (node: number, depth: number): readonly Shape[] => {
    const at = seenThrough(known, node)
    const own = shapes.get(at)
    if (own) return own.map(({ shape }) => shape)
    if (program.op(at) !== Op.Load || depth > maxKeys) return []
    return shapesOf(program.operand(at, 0), depth + 1).map((shape) => shapeAt(shape, program.text(at, 1)))
  }
  return (node) => {
    const found = shapesOf(node, 0)
    return found.length > 0 && found.every((shape) => shape.isText === true && shape.isReplaced !== true)
  }
}
