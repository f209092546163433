import { dataflowLimits } from '../dataflow-limits.ts'
import { Op } from '../ir/operations.ts'
import { allKinds } from '../taint-kind.ts'
import type { KnownProgram } from './known-program.ts'
import { patternMask } from './pattern-mask.ts'
import type { SchemaReading } from './schema-reading.ts'
import { calledName, definitionsOf, positionalArguments, propertiesOf, receiverOf, textOf } from './schema-steps.ts'
import { formatMasks, type SchemaWord } from './schema-words.ts'
import {
  anyShape,
  anyTextShape,
  bothShapes,
  eitherShape,
  harmlessShape,
  listShape,
  openShape,
  replacedShape,
  type Shape,
  textShape,
} from './shape.ts'

/** Returns the shape of the schema that a library function creates: `z.object({…})`, `Type.String({ pattern })`. */
export function wordShape(reading: SchemaReading, word: SchemaWord, call: number, depth: number): Shape | undefined {
  const args = positionalArguments(reading.known, call)
  const [first] = args
  switch (word) {
    case 'harmless':
      return isCoerced(reading.known, call) ? replacedShape(harmlessShape) : harmlessShape
    case 'text':
      return textSchema(reading.known, args)
    case 'anything':
      return anyShape
    case 'fields':
    case 'openFields': {
      const fields = first === undefined ? undefined : reading.read(first, depth + 1)
      if (!fields) return anyShape
      return word === 'openFields' || isFrom('yup', reading.known, call) ? openShape(fields, anyShape) : fields
    }
    case 'list':
      return listShape(choiceOf(reading, args, depth) ?? anyShape)
    case 'record': {
      const last = args.at(-1)
      const elements = last === undefined ? anyShape : (reading.read(last, depth + 1) ?? anyShape)
      // The client chooses the keys unless they are enum members.
      const keys = args.length > 1 && first !== undefined ? (reading.read(first, depth + 1) ?? anyShape) : anyShape
      return { carries: keys.carries | elements.carries, others: elements }
    }
    case 'inner':
      return first === undefined ? anyShape : (reading.read(first, depth + 1) ?? anyShape)
    case 'last':
      return replacedShape(reading.read(args.at(-1) ?? -1, depth + 1) ?? anyShape)
    case 'choice':
      return choiceOf(reading, args, depth) ?? anyShape
    case 'all':
      return args.map((one) => reading.read(one, depth + 1) ?? anyShape).reduce(bothShapes, anyShape)
    case 'later': {
      const [made] = first === undefined ? [] : reading.known.references.functions(first)
      const returned = reading.known.program.functions[made ?? -1]?.returns[0]
      return returned === undefined
        ? anyShape
        : (reading.read(reading.known.program.operand(returned, 0), depth + 1) ?? anyShape)
    }
  }
}

/**
 * True if the schema converts its input. `z.coerce.boolean()` accepts any value, and a date may contain any words in
 * brackets. A coerced number consists only of digits.
 */
function isCoerced(known: KnownProgram, call: number): boolean {
  const { program } = known
  const receiver = receiverOf(known, call) ?? -1
  return (
    program.op(receiver) === Op.Load &&
    program.text(receiver, 1) === 'coerce' &&
    /^(?:boolean|date)$/.test(calledName(known, call) ?? '')
  )
}

function isFrom(library: string, { program, references }: KnownProgram, call: number): boolean {
  return references.externals(program.operand(call, 0)).some((name) => name.startsWith(library))
}

/** Reads the pattern and format of a TypeBox string schema, which are call options. */
function textSchema(known: KnownProgram, [first]: readonly number[]): Shape {
  const [options] = first === undefined ? [] : definitionsOf(known, first)
  if (options === undefined || known.program.op(options) !== Op.ObjectOf) return anyTextShape
  const { values } = propertiesOf(known, options)
  const pattern = textOf(known, values.get('pattern') ?? -1)
  const format = textOf(known, values.get('format') ?? -1)
  return textShape(
    (pattern === undefined ? anyTextShape.carries : patternMask(pattern, '')) &
      (formatMasks.get(format ?? '') ?? allKinds),
  )
}

/** Merges alternative schemas, given as arguments or in a list. */
function choiceOf(reading: SchemaReading, args: readonly number[], depth: number): Shape | undefined {
  const { program } = reading.known
  let found: Shape | undefined
  for (const argument of args) {
    if (program.op(argument) === Op.Literal) continue
    for (const definition of definitionsOf(reading.known, argument)) {
      const items =
        program.op(definition) === Op.ArrayOf
          ? Array.from(
              { length: Math.min(program.operandCount(definition), dataflowLimits.maxProperties) },
              (_none, index) => program.operand(definition, index),
            )
          : [definition]
      for (const item of items) {
        const shape = reading.read(item, depth + 1) ?? anyShape
        found = found ? eitherShape(found, shape) : shape
      }
    }
  }
  return found
}
