import { Op } from '../ir/operations.ts'
import type { KnownProgram } from './known-program.ts'
import { definitionOf, positionalArguments, propertiesOf } from './schema-steps.ts'

/** A schema that a bundled copy of zod 4 creates: `new X({ type: 'array', element: schema })`. */
export interface InlinedSchema {
  /** Value of the schema's `type` property, such as `array`. */
  readonly type: string
  /** Argument that is the inner schema or contains the fields. */
  readonly part: number | undefined
}

/** Maximum number of functions between the call and the object: `string(params)` calls `_string(Class, params)`. */
const maxFunctions = 3

/** Property that contains the inner schema or the fields, by type. */
const partNames: ReadonlyMap<string, string> = new Map([
  ['object', 'shape'],
  ['array', 'element'],
  ['set', 'valueType'],
  ...['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'].map(
    (type) => [type, 'innerType'] as const,
  ),
])

/** Types whose values are harmless. */
export const harmlessTypes: ReadonlySet<string> = new Set(
  'number int bigint boolean date nan null undefined void never symbol enum literal'.split(' '),
)

/** Returns the value that a call passes for a parameter. */
type Passed = (parameter: number) => number | undefined

const passesNothing: Passed = () => undefined

/** Reads a call of a schema function, which a bundler may have renamed. Undefined for other functions. */
export function inlinedSchema(known: KnownProgram, call: number): InlinedSchema | undefined {
  const { program, references } = known
  /** Resolves parameters of the functions called so far. */
  let passed = passesNothing
  let at = call
  for (let step = 0; step < maxFunctions; step += 1) {
    const [callee, another] = references.callees(at)
    const [returned, other] = callee === undefined ? [] : (program.functions[callee]?.returns ?? [])
    if (callee === undefined || another !== undefined || returned === undefined || other !== undefined) return undefined
    const [caller, outer] = [at, passed]
    passed = (parameter) => {
      if (program.functionOf(parameter) !== callee) return undefined
      const given = references.argumentFor(caller, callee, program.operand(parameter, 0))
      return given === undefined || step === 0 ? given : passedOn(known, given, outer)
    }
    at = definitionOf(known, program.operand(returned, 0)) ?? -1
    if (program.op(at) === Op.New) return madeBy(known, at, passed)
    if (program.op(at) !== Op.Call) return undefined
  }
  return undefined
}

function madeBy(known: KnownProgram, made: number, passed: Passed): InlinedSchema | undefined {
  const { program } = known
  const [first] = positionalArguments(known, made)
  const object = first === undefined ? undefined : definitionOf(known, first)
  if (object === undefined || program.op(object) !== Op.ObjectOf) return undefined
  const { values } = propertiesOf(known, object)
  const type = program.literalText(values.get('type') ?? -1)
  if (type === undefined) return undefined
  const part = values.get(partNames.get(type) ?? '')
  return { type, part: part === undefined ? undefined : passedOn(known, part, passed) }
}

/** Returns what the caller passes for a value inside a function: `fields`, `fields ?? {}`. */
function passedOn({ program }: KnownProgram, node: number, passed: Passed): number | undefined {
  const at = program.op(node) === Op.Logical ? program.operand(node, 1) : node
  return program.op(at) === Op.Parameter ? passed(at) : undefined
}
