import { Op } from '../ir/operations.ts'
import type { KnownProgram } from './known-program.ts'
import { definitionOf, positionalArguments, propertiesOf } from './schema-steps.ts'

/** What a call makes whose function is an inlined part of zod 4: `new X({ type: 'array', element: schema })`. */
export interface InlinedSchema {
  /** Its `type`. */
  readonly type: string
  /** Argument of the call that is the schema or the fields in it. */
  readonly part: number | undefined
}

/** Functions between the call and the object, as `string(params)` calls `_string(Class, params)`. */
const maxFunctions = 3

/** Properties of the object that have the parts of a schema, by its type. */
const partNames: ReadonlyMap<string, string> = new Map([
  ['object', 'shape'],
  ['array', 'element'],
  ['set', 'valueType'],
  ...['optional', 'nullable', 'default', 'prefault', 'nonoptional', 'readonly', 'catch'].map(
    (type) => [type, 'innerType'] as const,
  ),
])

/** Types of values that do no harm. */
export const harmlessTypes: ReadonlySet<string> = new Set(
  'number int bigint boolean date nan null undefined void never symbol enum literal'.split(' '),
)

/** What a call passes for a parameter. */
type Passed = (parameter: number) => number | undefined

const passesNothing: Passed = () => undefined

/** Reads a call of a function that bundlers may have renamed. Undefined for other functions. */
export function inlinedSchema(known: KnownProgram, call: number): InlinedSchema | undefined {
  const { program, references } = known
  /** What a parameter of each function on the way is. */
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

/** What a value inside a function is where it is called: `fields`, `fields ?? {}`. */
function passedOn({ program }: KnownProgram, node: number, passed: Passed): number | undefined {
  const at = program.op(node) === Op.Logical ? program.operand(node, 1) : node
  return program.op(at) === Op.Parameter ? passed(at) : undefined
}
