import { dataflowLimits } from '../dataflow-limits.ts'
import { Op } from '../ir/operations.ts'
import { checkingMethods, type SchemaCheck } from '../models/sanitizers/schema-methods.ts'
import type { KnownProgram } from './known-program.ts'
import { isCheckedClass, classShape } from './annotation-shapes.ts'
import { calledName, definitionsOf, keywordArgument, positionalArguments, receiverOf } from './schema-steps.ts'
import { shapeOfJsonSchema, shapeOfSchema } from './shape-of-schema.ts'
import { anyShape, eitherShape, harmlessShape, objectShape, type Shape, shapeBefore } from './shape.ts'

/** A call that validates a value against a schema. */
export interface Narrowing {
  /** Call operand that is validated. If it is a `SpreadKeywords`, the spread mapping is validated. */
  readonly operand: number
  /** Shape of the result: the validated value, or an object that contains it, as `safeParse` returns. */
  readonly shape: Shape
  /** True if the call returns the validated value. */
  readonly isValue: boolean
  /** Shape of the input after it passed validation. */
  readonly checked: Shape
  /**
   * Condition under which the input has passed: the call returns normally (`parse` throws), it returns true (a
   * validator that ajv compiled), or its result indicates success (`safeParse(x).success`).
   */
  readonly passes: SchemaCheck['passes']
}

/** Returns the argument validated by a call, and the resulting shapes. Undefined for any other call. */
export function narrowedBy(known: KnownProgram, call: number): Narrowing | undefined {
  const { program } = known
  if (program.op(call) !== Op.Call && program.op(call) !== Op.New) return undefined
  return bySchema(known, call) ?? byModel(known, call) ?? byCompiled(known, call)
}

/** Handles `Schema.parse(x)`, `v.parse(Schema, x)`, and `Model.model_validate(x)`. */
function bySchema(known: KnownProgram, call: number): Narrowing | undefined {
  const name = calledName(known, call)
  const method = name === undefined ? undefined : checkingMethods.get(name)
  if (!method) return undefined
  const [first, second] = positionalArguments(known, call)
  if (first === undefined) return undefined
  const receiver = receiverOf(known, call)
  const own = receiver === undefined ? undefined : schemaShape(known, receiver)
  if (own) return narrowing(operandOf(known, call, first), own, method)
  // `ajv.validate(schema, x)` returns a boolean.
  if (second === undefined || name === 'validate') return undefined
  // TypeBox, and libraries whose schemas have no methods, take the schema first.
  const shape = schemaShape(known, first)
  return shape && narrowing(operandOf(known, call, second), shape, method)
}

function operandOf({ program }: KnownProgram, call: number, argument: number): number {
  for (let index = 1, count = program.operandCount(call); index < count; index += 1)
    if (program.operand(call, index) === argument) return index
  return -1
}

/** Reads the schema only if the node is the result of a call, because strings and numbers are not schemas. */
function schemaShape(known: KnownProgram, node: number): Shape | undefined {
  const definitions = definitionsOf(known, node)
  if (definitions.some((one) => known.program.op(one) === Op.Literal || known.program.op(one) === Op.ArrayOf))
    return undefined
  return shapeOfSchema(known, node)
}

function narrowing(operand: number, checked: Shape, { passes, under }: SchemaCheck): Narrowing {
  if (!under) return { operand, checked: shapeBefore(checked), shape: checked, isValue: true, passes }
  // The error message quotes the rejected value.
  const fields = new Map<string, Shape>([
    ...under.map((key) => [key, checked] as const),
    ['success', harmlessShape],
    ['error', anyShape],
    ['issues', anyShape],
  ])
  return { operand, checked: shapeBefore(checked), shape: objectShape(fields, checked), isValue: false, passes }
}

/** Handles `Model(**arguments)`: pydantic validates each field. */
function byModel(known: KnownProgram, call: number): Narrowing | undefined {
  const { program } = known
  const argument = program.operand(call, 1)
  if (program.operandCount(call) !== 2 || program.op(argument) !== Op.SpreadKeywords) return undefined
  const checked = modelShape(known, call)
  return checked && { operand: 1, checked, shape: checked, isValue: true, passes: 'ends' }
}

/** Returns an instance's shape if pydantic validates its fields: `Model(name=name)`. */
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

/** Methods that compile a schema to a validator function. */
const compilingNames: readonly string[] = ['compile', 'compileAsync']

/**
 * Handles `ajv.compile(schema)(x)`, `ajv.validate(schema, x)`, and `jsonschema.validate(x, schema)`, which validate a
 * value without changing it.
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

/** Returns the compile calls that created the called function. Skipped for programs that have no such calls. */
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
