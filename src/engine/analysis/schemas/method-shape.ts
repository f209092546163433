import { Op } from '../ir/operations.ts'
import { allKinds, type TaintMask } from '../taint-kind.ts'
import type { KnownProgram } from './known-program.ts'
import { patternMask } from './pattern-mask.ts'
import type { SchemaReading } from './schema-reading.ts'
import { definitionsOf, patternOf, positionalArguments, propertiesOf } from './schema-steps.ts'
import { formatMasks, patternWords, schemaMethods } from './schema-words.ts'
import {
  anyShape,
  bothShapes,
  eitherShape,
  harmlessShape,
  listShape,
  narrowedShape,
  objectShape,
  openShape,
  othersOf,
  replacedShape,
  type Shape,
} from './shape.ts'

/** Methods whose callback reports errors by calling a function instead of returning false. */
const untold: ReadonlySet<string> = new Set(['superRefine', 'superRefinement', '_refinement'])

/** Returns a schema's shape after one of its methods or pipe actions is applied: `.regex(/^a+$/)`, `.optional()`. */
export function methodShape(
  reading: SchemaReading,
  { name, call }: { readonly name: string; readonly call: number },
  inner: Shape,
  depth: number,
): Shape {
  const { known } = reading
  const args = positionalArguments(known, call)
  const [first] = args
  if (patternWords.has(name)) return narrowedShape(inner, maskOfPattern(known, first))
  const format = formatMasks.get(name)
  if (format !== undefined) return narrowedShape(inner, format)
  const argument = () => (first === undefined ? anyShape : (reading.read(first, depth + 1) ?? anyShape))
  switch (schemaMethods.get(name)) {
    case undefined:
      return inner
    case 'anything':
      return anyShape
    case 'transform':
      // Transforming a harmless value yields a harmless value.
      return inner.carries === 0 ? inner : transformedShape(known, first)
    case 'catch':
      // The callback may return the rejected value.
      return takesArgument(known, first) ? anyShape : replacedShape(inner)
    case 'refine':
      return first === undefined || known.references.functions(first).length === 0
        ? inner
        : {
            ...inner,
            refinements: [
              ...(inner.refinements ?? []),
              { function: first, parameter: 0, passes: untold.has(name) ? 'untold' : 'true' },
            ],
          }
    case 'pipe':
      return inner.carries === 0 ? inner : inner.isReplaced === true ? replacedShape(argument()) : argument()
    case 'array':
      return listShape(inner)
    case 'only':
      return listShape(argument())
    case 'or':
      return eitherShape(inner, argument())
    case 'and':
      return bothShapes(inner, argument())
    case 'extend':
      return first === undefined ? inner : bothShapes(inner, argument())
    case 'pick':
    case 'omit':
      return chosenFields(known, name === 'pick', inner, first)
    case 'open':
      return openShape(inner, anyShape)
    case 'rest':
      return openShape(inner, argument())
    case 'keyof':
      return harmlessShape
    default:
      return anyShape
  }
}

/** Returns the shape of a transform's result. The function may validate or sanitize the value. */
function transformedShape(known: KnownProgram, transform: number | undefined): Shape {
  const shape = replacedShape(anyShape)
  return transform === undefined || known.references.functions(transform).length === 0
    ? shape
    : { ...shape, refinements: [{ function: transform, parameter: 0, passes: 'ends' }] }
}

function maskOfPattern(known: KnownProgram, node: number | undefined): TaintMask {
  const found = node === undefined ? undefined : patternOf(known, node)
  return found ? patternMask(found.pattern, found.flags) : allKinds
}

function chosenFields(known: KnownProgram, isPicked: boolean, inner: Shape, node: number | undefined): Shape {
  const [definition] = node === undefined ? [] : definitionsOf(known, node)
  if (definition === undefined || !inner.fields || known.program.op(definition) !== Op.ObjectOf) return inner
  const { values } = propertiesOf(known, definition)
  return objectShape(new Map([...inner.fields].filter(([key]) => values.has(key) === isPicked)), othersOf(inner))
}

function takesArgument({ program, references }: KnownProgram, node: number | undefined): boolean {
  return (
    node !== undefined &&
    references.functions(node).some((index) => (program.functions[index]?.parameters.length ?? 0) > 0)
  )
}
