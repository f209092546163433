import { Op } from '../form/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { definitionsOf, positionalArguments, propertiesOf } from '../schemas/schema-steps.ts'
import type { Survey } from './survey.ts'

/** Methods that check against a schema: on the schema itself, or with it as an argument. */
const ofSchema = ['parse', 'parseAsync', 'safeParse', 'safeParseAsync', 'validateAsync', 'validateSync'] as const
const withSchema = ['compile', 'compileAsync', 'validate', 'Check', 'Parse', 'tool', 'prompt'] as const
const withDefinition = ['registerTool', 'registerPrompt'] as const

export const checkingMethods: readonly string[] = [...ofSchema, ...withSchema, ...withDefinition]

/**
 * Names of attributes in which schemas stand that the program checks values against, such as `inputSchema` for `tool.inputSchema.parse(args)`:
 * in definitions of tools, a schema under another name is only for show.
 */
export function checkedSchemas(known: KnownProgram, survey: Survey): ReadonlySet<string> {
  const { program } = known
  const names = new Set<string>()
  const note = (node: number | undefined) => {
    const name = node === undefined ? undefined : attributeName(known, node)
    if (name !== undefined) names.add(name)
  }
  for (const method of ofSchema) for (const call of survey.methodCalls.get(method) ?? []) note(program.operand(program.operand(call, 0), 0))
  for (const method of withSchema) for (const call of survey.methodCalls.get(method) ?? []) for (const argument of positionalArguments(known, call)) note(argument)
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

/** `schema` of `tool.schema` and `tool.schema.shape`. */
function attributeName({ program }: KnownProgram, node: number): string | undefined {
  let at = node
  while (program.op(at) === Op.Capture || program.op(at) === Op.Typed) at = program.operand(at, 0)
  if (program.op(at) !== Op.Load) return undefined
  const name = program.text(at, 1)
  const owner = program.operand(at, 0)
  return name === 'shape' && program.op(owner) === Op.Load ? program.text(owner, 1) : name
}
