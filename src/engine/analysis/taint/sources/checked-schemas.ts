import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, positionalArguments, propertiesOf } from '../../schemas/schema-steps.ts'
import type { EntryPointIndex } from './entry-point-index.ts'

/**
 * Methods that validate a value. `ofSchema` are methods of the schema itself; the others take the schema as an
 * argument.
 */
const ofSchema = ['parse', 'parseAsync', 'safeParse', 'safeParseAsync', 'validateAsync', 'validateSync'] as const
const withSchema = ['compile', 'compileAsync', 'validate', 'Check', 'Parse', 'tool', 'prompt'] as const
const withDefinition = ['registerTool', 'registerPrompt'] as const

export const checkingMethods: readonly string[] = [...ofSchema, ...withSchema, ...withDefinition]

/**
 * Returns the names of attributes whose schemas the program actually validates against, such as `inputSchema` for
 * `tool.inputSchema.parse(args)`. A tool definition's schema under any other name is only documentation.
 */
export function checkedSchemas(known: KnownProgram, survey: EntryPointIndex): ReadonlySet<string> {
  const { program } = known
  const names = new Set<string>()
  const note = (node: number | undefined) => {
    if (node !== undefined) for (const name of attributeNames(known, node)) names.add(name)
  }
  for (const method of ofSchema)
    for (const call of survey.methodCalls.get(method) ?? []) note(program.operand(program.operand(call, 0), 0))
  for (const method of withSchema)
    for (const call of survey.methodCalls.get(method) ?? [])
      for (const argument of positionalArguments(known, call)) note(argument)
  for (const method of withDefinition) {
    for (const call of survey.methodCalls.get(method) ?? []) {
      const [, config] = positionalArguments(known, call)
      for (const definition of config === undefined ? [] : definitionsOf(known, config)) {
        const { values } = propertiesOf(known, definition)
        note(values.get('inputSchema'))
        note(values.get('argsSchema'))
      }
    }
  }
  return names
}

/** Maximum number of calls to follow from a schema back to the attribute that it is built from. */
const maxSteps = 60

/**
 * Returns the names of the attributes that a schema is built from: `schema` for `tool.schema`, `tool.schema.shape`, and
 * `z.object(tool.schema).passthrough()`, even if a class stores that value under another name.
 */
function attributeNames({ program, references }: KnownProgram, node: number): ReadonlySet<string> {
  const names = new Set<string>()
  const seen = new Set<number>()
  const open = [node]
  for (let at = open.pop(); at !== undefined && seen.size < maxSteps; at = open.pop()) {
    if (at < 0 || seen.has(at)) continue
    seen.add(at)
    const operands = (from: number, step: number) =>
      Array.from(
        { length: Math.max(0, Math.ceil((Math.min(program.operandCount(at), 20) - from) / step)) },
        (_none, index) => program.operand(at, from + index * step),
      )
    switch (program.op(at)) {
      case Op.Capture:
      case Op.Typed:
      case Op.Spread:
        open.push(program.operand(at, 0))
        break
      case Op.Phi:
        open.push(...operands(0, 2))
        break
      case Op.Call: {
        const callee = program.operand(at, 0)
        // An attribute of a library is not an attribute of a tool definition.
        if (references.callees(at).length > 0) break
        if (program.op(callee) === Op.Load && program.op(program.operand(callee, 0)) === Op.Call)
          open.push(program.operand(callee, 0))
        open.push(...operands(1, 1))
        break
      }
      case Op.ObjectOf:
        open.push(...operands(0, 1).filter((entry) => program.op(entry) === Op.Spread))
        break
      case Op.Load: {
        const [owner, key] = [program.operand(at, 0), program.text(at, 1)]
        if (key === 'shape' && program.op(owner) === Op.Load) open.push(owner)
        else {
          names.add(key)
          open.push(...references.attribute(owner, key).slice(0, 20))
        }
        break
      }
      default:
    }
  }
  return names
}
