import { dataflowLimits } from '../dataflow-limits.ts'
import { Op } from '../ir/operations.ts'
import { checkingMethods, type SchemaCheck } from '../models/sanitizers/schema-methods.ts'
import type { KnownProgram } from './known-program.ts'
import { isCheckedClass, classShape } from './annotation-shapes.ts'
import { calledName, definitionsOf, keywordArgument, positionalArguments, receiverOf } from './schema-steps.ts'
import { shapeOfJsonSchema, shapeOfSchema } from './shape-of-schema.ts'
import { anyShape, eitherShape, harmlessShape, objectShape, type Shape, shapeBefore } from './shape.ts'

/** A call that checks a value against a schema. */
export interface Narrowing {
  /** Which operand of the call goes in; where it is `SpreadKeywords`, what is spread. */
  readonly operand: number
  /** The shape of what the call gives: the value itself, or an object that has it, as `safeParse` does. */
  readonly shape: Shape
  /** Whether the call gives the value itself. */
  readonly isValue: boolean
  /** The shape of the value that went in, once it passed. */
  readonly checked: Shape
  /**
   * When the input is known to have the shape, too: after the call ended normally (`parse` throws), if its result is
   * true (a validator that ajv compiled), or if its result says so (`safeParse(x).success`).
   */
  readonly passes: SchemaCheck['passes']
}

/**
 * What a call narrows: which of its arguments it checks, and with what shape that comes out. Undefined for any other
 * call.
 */
export function narrowedBy(known: KnownProgram, call: number): Narrowing | undefined {
  const { program } = known
  if (program.op(call) !== Op.Call && program.op(call) !== Op.New) return undefined
  return bySchema(known, call) ?? byModel(known, call) ?? byCompiled(known, call)
}

/** `Schema.parse(x)`, `v.parse(Schema, x)`, `Model.model_validate(x)` */
function bySchema(known: KnownProgram, call: number): Narrowing | undefined {
  const name = calledName(known, call)
  const method = name === undefined ? undefined : checkingMethods.get(name)
  if (!method) return undefined
  const [first, second] = positionalArguments(known, call)
  if (first === undefined) return undefined
  const receiver = receiverOf(known, call)
  const own = receiver === undefined ? undefined : schemaShape(known, receiver)
  if (own) return narrowing(operandOf(known, call, first), own, method)
  // `ajv.validate(schema, x)` gives true or false.
  if (second === undefined || name === 'validate') return undefined
  // Libraries whose schemas have no methods take the schema first, TypeBox takes it first as well.
  const shape = schemaShape(known, first)
  return shape && narrowing(operandOf(known, call, second), shape, method)
}

function operandOf({ program }: KnownProgram, call: number, argument: number): number {
  for (let index = 1, count = program.operandCount(call); index < count; index += 1)
    if (program.operand(call, index) === argument) return index
  return -1
}

/** Of a call alone: texts and numbers are no schemas. */
function schemaShape(known: KnownProgram, node: number): Shape | undefined {
  const definitions = definitionsOf(known, node)
  if (definitions.some((one) => known.program.op(one) === Op.Literal || known.program.op(one) === Op.ArrayOf))
    return undefined
  return shapeOfSchema(known, node)
}

function narrowing(operand: number, checked: Shape, { passes, under }: SchemaCheck): Narrowing {
  if (!under) return { operand, checked: shapeBefore(checked), shape: checked, isValue: true, passes }
  // The message of an error quotes what was wrong.
  const fields = new Map<string, Shape>([
    ...under.map((key) => [key, checked] as const),
    ['success', harmlessShape],
    ['error', anyShape],
    ['issues', anyShape],
  ])
  return { operand, checked: shapeBefore(checked), shape: objectShape(fields, checked), isValue: false, passes }
}

/** `Model(**arguments)`: pydantic checks each field. */
function byModel(known: KnownProgram, call: number): Narrowing | undefined {
  const { program } = known
  const argument = program.operand(call, 1)
  if (program.operandCount(call) !== 2 || program.op(argument) !== Op.SpreadKeywords) return undefined
  const checked = modelShape(known, call)
  return checked && { operand: 1, checked, shape: checked, isValue: true, passes: 'ends' }
}

/** The shape of an instance that a call makes, if pydantic checks its fields: `Model(name=name)`. */
export function modelShape(known: KnownProgram, call: number): Shape | undefined {
  const { program } = known
  if (program.op(call) !== Op.Call) return undefined
  let checked: Shape | undefined
  for (const definition of definitionsOf(known, program.operand(call, 0))) {
    if (program.op(definition) !== Op.Class || !isCheckedClass(known, program.operand(definition, 0))) return undefined
    const shape = classShape(known, program.operand(definition, 0))
    if (!shape) return undefined
    checked = checked ? eitherShape(checked, shape) : shape
  }
  return checked
}

/** Methods that make a function of a schema. */
const compilingNames: readonly string[] = ['compile', 'compileAsync']

/**
 * `ajv.compile(schema)(x)`, `ajv.validate(schema, x)`, `jsonschema.validate(x, schema)`: they say whether it passed,
 * and leave it as it is.
 */
function byCompiled(known: KnownProgram, call: number): Narrowing | undefined {
  const { program, references } = known
  const [first, second] = positionalArguments(known, call)
  if (first === undefined) return undefined
  const callee = program.operand(call, 0)
  const made = madeFunctions(known, callee)
  const [compiled] = made
  if (compiled !== undefined && made.length === 1 && compilingNames.includes(calledName(known, compiled) ?? '')) {
    const [schema] = positionalArguments(known, compiled)
    const checked = schema === undefined ? undefined : (jsonSchemaOf(known, schema) ?? schemaShape(known, schema))
    return (
      checked && {
        operand: operandOf(known, call, first),
        checked,
        shape: harmlessShape,
        isValue: false,
        passes: 'true',
      }
    )
  }
  if (!['validate', 'Check'].includes(calledName(known, call) ?? '')) return undefined
  const takesValueFirst = references.externals(callee).some((name) => name.startsWith('jsonschema.'))
  const schema = takesValueFirst ? (second ?? keywordArgument(known, call, 'schema')) : first
  const operand = takesValueFirst ? first : second
  const checked = schema === undefined ? undefined : (jsonSchemaOf(known, schema) ?? schemaShape(known, schema))
  return checked && operand !== undefined
    ? {
        operand: operandOf(known, call, operand),
        checked,
        shape: harmlessShape,
        isValue: false,
        passes: takesValueFirst ? 'ends' : 'true',
      }
    : undefined
}

/** Calls that made the function which is called. Of most programs none of the calls is looked through for them. */
function madeFunctions(known: KnownProgram, callee: number): readonly number[] {
  const { program } = known
  if (compilingNames.every((name) => program.stringIndex(name) < 0)) return none
  const definitions = definitionsOf(known, callee)
  return definitions.some((one) => program.op(one) === Op.Call)
    ? definitions.filter((one) => program.op(one) === Op.Call).slice(0, dataflowLimits.maxDefinitions)
    : none
}

const none: readonly number[] = []

function jsonSchemaOf(known: KnownProgram, node: number): Shape | undefined {
  const definitions = definitionsOf(known, node)
  if (
    definitions.length > dataflowLimits.maxDefinitions ||
    !definitions.every((one) => known.program.op(one) === Op.ObjectOf)
  )
    return undefined
  return definitions.map((one) => shapeOfJsonSchema(known, one) ?? anyShape).reduce(eitherShape)
}
