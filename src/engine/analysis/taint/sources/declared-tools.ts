import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, keywordArgument, receiverOf } from '../../schemas/schema-steps.ts'
import { shapeOfJsonSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, eitherShape, objectShape, type Shape } from '../../schemas/shape.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText, readDescription } from './constant-text.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { isOpenSchema } from './field-facts.ts'
import { descriptionOf, schemaParameters } from './schema-parameters.ts'
import { type RegistrationRun, registrationRuns } from './registration-runs.ts'
import type { OfferedParameter } from './taint-source.ts'
import { valuesOfClass } from './class-definitions.ts'
import { dataflowLimits } from '../../dataflow-limits.ts'
import { definitionWords } from '../../models/sources/definition-words.ts'
import { booleanOf } from './tool-sources.ts'

/** Returns the calls that may be `Tool(…)`. */
export const toolCalls = (survey: EntryPointIndex): readonly number[] => [
  ...survey.plainCalls,
  ...(survey.methodCalls.get('Tool') ?? []),
]

/**
 * Returns the shape that mcp 1.x servers accept for the function decorated with `@server.call_tool()`: since 1.10, they
 * validate arguments against the tool's input schema. A field has the shapes of all tools that declare it. Returns
 * `anyShape` if the schema of a `Tool(…)` cannot be read field by field.
 */
export function checkedArguments(known: KnownProgram, survey: EntryPointIndex): Shape {
  const fields = new Map<string, Shape>()
  for (const call of toolCalls(survey)) {
    if (
      calledName(known, call) !== 'Tool' ||
      known.program.fileOf(call).semantics.libraries !== decoratedServerLanguage
    )
      continue
    const schema = inputSchemaOf(known, call)
    const shape = schema === undefined ? undefined : shapeOfJsonSchema(known, schema)
    if (!shape?.fields || hasSpread(known, call)) return anyShape
    for (const [name, field] of shape.fields) {
      const other = fields.get(name)
      fields.set(name, other ? eitherShape(other, field) : field)
    }
  }
  return fields.size === 0 ? anyShape : objectShape(fields, anyShape)
}

/** Reports whether a call spreads a value into keyword arguments: `Tool(**spec)`. */
export function hasSpread({ program }: KnownProgram, call: number): boolean {
  return Array.from({ length: program.operandCount(call) }, (_none, index) =>
    program.op(program.operand(call, index)),
  ).includes(Op.SpreadKeywords)
}

/** Returns the schema in `Tool(…, inputSchema=…)`. */
function inputSchemaOf(known: KnownProgram, call: number): number | undefined {
  if (calledName(known, call) !== 'Tool') return undefined
  return keywordArgument(known, call, 'inputSchema') ?? keywordArgument(known, call, 'input_schema')
}

/**
 * Adds a tool from a server's list: `Tool(name='read', description='…', inputSchema={…})`. The name and schema may come
 * from a loop over a table of tools, or from a class with a method that returns its own tool.
 */
export function declareTool(
  known: KnownProgram,
  { call, survey }: { readonly call: number; readonly survey: EntryPointIndex },
  collected: CollectedSources,
): void {
  const schema = inputSchemaOf(known, call)
  const nameNode = keywordArgument(known, call, 'name')
  if (schema === undefined || nameNode === undefined) return
  const runs = registrationRuns(known, call, [nameNode, schema])
  for (const run of runs.length > 0 ? runs : [onlyRun(call)])
    declareInRun(known, { call, schema, nameNode, survey, run }, collected)
}

const onlyRun = (call: number): RegistrationRun => ({
  call,
  resolve: (node) => node,
  keyOf: () => undefined,
  spreadIn: () => undefined,
})

interface DeclaredTool {
  readonly call: number
  readonly schema: number
  readonly nameNode: number
  readonly survey: EntryPointIndex
  readonly run: RegistrationRun
}

function declareInRun(
  known: KnownProgram,
  { call, schema, nameNode, survey, run }: DeclaredTool,
  collected: CollectedSources,
): void {
  const owner = ownerOf(known, survey, nameNode)
  const name =
    run.keyOf(nameNode) ??
    (owner?.name === undefined ? undefined : constantText(known, owner.name)) ??
    constantText(known, run.resolve(nameNode))
  if (name === undefined) return
  const valueOf = (keyword: string) => {
    const value = keywordArgument(known, call, keyword)
    return value === undefined ? undefined : run.resolve(value)
  }
  const [title, hints, described] = [valueOf('title'), valueOf('annotations'), valueOf('description')]
  const declared = run.resolve(schema)
  const draft = collected.tool(
    { kind: 'tool', name, node: call },
    {
      ...readDescription(known, described),
      title: title === undefined ? undefined : constantText(known, title),
      parameters: modelParameters(known, declared, run) ?? schemaParameters(known, declared),
      isOpen: isOpenSchema(known, declared),
      annotations: hints === undefined ? {} : keywordHints(known, hints),
    },
  )
  for (const index of owner?.functions ?? []) draft.functions.add(index)
}

/** Methods that run a tool, in a class that declares the tool itself. */
const runningMethods: ReadonlySet<string> = new Set([...definitionWords.functions, 'run_tool', 'call_tool'])

/**
 * For `Tool(name=self.name)` in a class that declares its own tool, returns the tool's name and the methods that run
 * it.
 */
function ownerOf(
  known: KnownProgram,
  survey: EntryPointIndex,
  nameNode: number,
): { readonly name: number | undefined; readonly functions: readonly number[] } | undefined {
  const { program } = known
  const receiver = program.op(nameNode) === Op.Load ? program.operand(nameNode, 0) : -1
  if (receiver < 0 || program.op(receiver) !== Op.Parameter || program.operand(receiver, 0) !== 0) return undefined
  const method = program.functionOf(receiver)
  const made = program.classes.findIndex(({ members }) =>
    members.some(({ value }) => program.op(value) === Op.Closure && program.operand(value, 0) === method),
  )
  return made < 0
    ? undefined
    : {
        name: valuesOfClass(known, survey, made).get(program.text(nameNode, 1)),
        functions: (program.classes[made]?.members ?? [])
          .filter(({ key, value }) => runningMethods.has(key) && program.op(value) === Op.Closure)
          .map(({ value }) => program.operand(value, 0)),
      }
}

/** Returns the fields of the model in `inputSchema=Search.model_json_schema()`. */
function modelParameters(
  known: KnownProgram,
  schema: number,
  run: RegistrationRun,
): readonly OfferedParameter[] | undefined {
  const { program, references } = known
  const [definition = schema] = definitionsOf(known, schema)
  const receiver =
    program.op(definition) === Op.Call && /^(?:model_json_)?schema$/.test(calledName(known, definition) ?? '')
      ? receiverOf(known, definition)
      : undefined
  const [index, another] = receiver === undefined ? [] : references.classes(run.resolve(receiver))
  const made = index === undefined || another !== undefined ? undefined : program.classes[index]
  return made?.fieldTypes.slice(0, dataflowLimits.maxToolParameters).map(([name, type]) => {
    const value = made.members.find(({ key }) => key === name)?.value
    return {
      name,
      type: type.slice(0, 300),
      description: value === undefined ? undefined : descriptionOf(known, value),
    }
  })
}

/** Returns the hints in `annotations=ToolAnnotations(readOnlyHint=True)`. */
export function keywordHints(known: KnownProgram, node: number): Record<string, boolean> {
  const { program } = known
  const found: Record<string, boolean> = {}
  if (program.op(node) !== Op.Call && program.op(node) !== Op.New) return found
  for (let index = 1; index < program.operandCount(node); index += 1) {
    const argument = program.operand(node, index)
    const constant =
      program.op(argument) === Op.Keyword && program.text(argument, 0).endsWith('Hint')
        ? booleanOf(known, program.operand(argument, 1))
        : undefined
    if (constant !== undefined) found[program.text(argument, 0)] = constant
  }
  return found
}
