import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { Op, ParameterKind } from '../../ir/operations.ts'
import type { ProgramParameter } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { fieldMask, hintShape } from '../../schemas/annotation-shapes.ts'
import { calledName, keywordArgument, positionalArguments } from '../../schemas/schema-steps.ts'
import { shapeOfJsonSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, eitherShape, narrowedShape, objectShape, type Shape } from '../../schemas/shape.ts'
import { allKinds } from '../../taint-kind.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { constantText, readText } from './constant-text.ts'
import type { OfferedParameter, OfferedTool } from './taint-source.ts'
import {
  type DecoratorModel,
  decoratorModels,
  injectedTypes,
  requestKeywords,
  serverClasses,
} from '../../models/sources/decorators.ts'
import { mayBeServer } from './registered.ts'
import { isOpenSchema } from './field-facts.ts'
import { descriptionOf, schemaParameters } from './schema-parameters.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { annotationsIn, booleanOf, sourceOf } from './tool-sources.ts'
import { wrappedFunctions } from './wrapped-functions.ts'

/** Names of methods and of classes that are looked for. */
export const decoratedToolMethods: readonly string[] = [
  ...decoratorModels.map(({ method }) => method),
  ...serverClasses,
  'Tool',
]
export const decoratedToolFunctions: readonly string[] = [...serverClasses, 'Tool']

/** Finds tools, prompts, and resources of servers that decorate functions. Adds request handlers to the dispatchers. */
export function findDecoratedTools(
  known: KnownProgram,
  survey: EntryPointIndex,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  const { program } = known
  const checked = checkedArguments(known, survey)
  for (const model of decoratorModels) {
    for (const call of survey.methodCalls.get(model.method) ?? []) {
      if (program.fileOf(call).semantics.libraries !== decoratedServerLanguage || !mayBeServer(known, call)) continue
      const all = decoratedBy(known, call)
      for (const decorated of all) {
        if (model.parameters === 'own') offerDecorated(known, { survey, model, call, ...decorated }, all, collected)
        else answerRequests(known, { model, call, index: decorated.index, checked }, dispatchers, collected)
      }
    }
  }
  for (const call of [...survey.plainCalls, ...serverClasses.flatMap((name) => survey.methodCalls.get(name) ?? [])])
    findKeywords(known, call, dispatchers, collected)
  for (const call of toolCalls(survey)) declareTool(known, call, collected)
}

/** Calls that may be `Tool(…)`. */
const toolCalls = (survey: EntryPointIndex): readonly number[] => [
  ...survey.plainCalls,
  ...(survey.methodCalls.get('Tool') ?? []),
]

/**
 * What a server of mcp 1.x lets through to the function behind `@server.call_tool()`: since 1.10 it checks the
 * arguments against the input schema of the tool that is called. A field has the shapes of all tools that declare it.
 * Anything, where a `Tool(…)` has no schema that can be read field by field.
 */
function checkedArguments(known: KnownProgram, survey: EntryPointIndex): Shape {
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

/** Whether a call takes keywords from a value: `Tool(**spec)`. */
function hasSpread({ program }: KnownProgram, call: number): boolean {
  return Array.from({ length: program.operandCount(call) }, (_none, index) =>
    program.op(program.operand(call, index)),
  ).includes(Op.SpreadKeywords)
}

/** The schema of `Tool(…, inputSchema=…)`. */
function inputSchemaOf(known: KnownProgram, call: number): number | undefined {
  if (calledName(known, call) !== 'Tool') return undefined
  return keywordArgument(known, call, 'inputSchema') ?? keywordArgument(known, call, 'input_schema')
}

interface Decorated {
  readonly index: number
  /** The call that has the options. */
  readonly options: number
}

/** `@server.tool` and `server.add_tool(f)` take the function, `@server.tool(…)` gives what takes it. */
function decoratedBy(known: KnownProgram, call: number): readonly Decorated[] {
  const { program } = known
  const [first] = positionalArguments(known, call)
  const own = first === undefined ? (keywordArgument(known, call, 'fn') ?? keywordArgument(known, call, 'func')) : first
  const direct = own === undefined ? [] : callbackFunctions(known, own)
  if (direct.length > 0) return direct.map((index) => ({ index, options: call }))
  const found: Decorated[] = []
  for (const user of program.users(call)) {
    if (program.op(user) !== Op.Call || program.operand(user, 0) !== call) continue
    const [decorated] = positionalArguments(known, user)
    if (decorated !== undefined)
      for (const index of callbackFunctions(known, decorated)) found.push({ index, options: call })
  }
  return found
}

interface OfferedFunction extends Decorated {
  readonly survey: EntryPointIndex
  readonly model: DecoratorModel
  readonly call: number
}

/**
 * Offers a function, or what a decorator's inner function wraps: `functools.wraps` gives that one's name and signature.
 * `all`: what the same registration received.
 */
function offerDecorated(
  known: KnownProgram,
  offered: OfferedFunction,
  all: readonly Decorated[],
  collected: CollectedSources,
): void {
  const wrapped = wrappedFunctions(known, offered.index)
  // What models read may stand in the registration, whatever function outside of the program the inner function calls.
  if (!wrapped || (wrapped.length === 0 && saysItself(known, offered))) {
    offerFunction(known, offered, collected)
    return
  }
  const registered = wrapped.filter((one) => all.some(({ index }) => index === one))
  const own = registered.length > 0 ? registered : wrapped
  const drafts = own.flatMap((index) => offerFunction(known, { ...offered, index }, collected) ?? [])
  for (const draft of drafts) draft.functions.add(offered.index)
  addWrapperEntries(known, offered, drafts, collected)
}

/** Whether a registration, or the function that it receives, says what models read. */
function saysItself(known: KnownProgram, { survey, index, options }: OfferedFunction): boolean {
  return (
    (survey.docstrings.get(index) ?? -1) >= 0 ||
    positionalArguments(known, options).some((argument) => constantText(known, argument) !== undefined) ||
    ['name', 'title', 'description'].some((keyword) => keywordArgument(known, options, keyword) !== undefined)
  )
}

/** Entries of a decorator's inner function: it runs with the arguments of each tool that it wraps. */
function addWrapperEntries(
  known: KnownProgram,
  { model, index }: OfferedFunction,
  drafts: readonly ToolDraft[],
  collected: CollectedSources,
): void {
  const { what } = sourceOf[model.offers]
  const [only, another] = drafts
  const draft = another ? undefined : only
  for (const parameter of callableParameters(known, index)) {
    if (isInjected(parameter)) continue
    const shape = parameterShape(known, parameter)
    if (shape.carries !== 0)
      collected.add({
        kind: model.entry,
        node: parameter.node,
        shape,
        label: draft ? `${what} of the ${model.offers} ${draft.name}` : `${what} of ${model.offers}s`,
        tool: draft,
      })
  }
}

function offerFunction(
  known: KnownProgram,
  { survey, model, call, index, options }: OfferedFunction,
  collected: CollectedSources,
): ToolDraft | undefined {
  const { program } = known
  const found = program.functions[index]
  if (!found) return undefined
  const texts = positionalArguments(known, options).map((argument) => constantText(known, argument))
  const said = (keyword: string) => {
    const value = keywordArgument(known, options, keyword)
    return value === undefined ? undefined : constantText(known, value)
  }
  const docstring = survey.docstrings.get(index) ?? -1
  const address = model.offers === 'resource' ? (texts[0] ?? said('uri')) : undefined
  const name = address ?? said('name') ?? texts[0] ?? found.name ?? '…'
  const parameters = callableParameters(known, index).filter((parameter) => !isInjected(parameter))
  const hints = keywordArgument(known, options, 'annotations')
  const described = keywordArgument(known, options, 'description') ?? docstring
  const description = described < 0 ? undefined : readText(known, described)
  const draft = collected.tool(
    { kind: model.offers, name, node: call },
    {
      title: said('title'),
      description: description?.text,
      isDynamic: description?.isDynamic ?? false,
      annotations: hints === undefined ? {} : { ...annotationsIn(known, [hints]), ...keywordHints(known, hints) },
      parameters: parameters.flatMap((parameter) =>
        parameter.name === undefined ? [] : [offeredParameter(known, parameter, parameter.name)],
      ),
      isOpen: parameters.some(({ kind }) => kind === ParameterKind.keywordRest),
    },
  )
  draft.functions.add(index)
  for (const parameter of parameters) {
    const shape = parameterShape(known, parameter)
    if (shape.carries !== 0)
      collected.add({
        kind: model.entry,
        node: parameter.node,
        shape,
        label: `argument ${parameter.name ?? '…'} of the ${model.offers} ${name}`,
        tool: draft,
      })
  }
  return draft
}

/** `annotations=ToolAnnotations(readOnlyHint=True)` */
function keywordHints(known: KnownProgram, node: number): Record<string, boolean> {
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

function isInjected({ name, annotation }: ProgramParameter): boolean {
  return annotation === undefined
    ? name === 'ctx' || name === 'context' || name === 'self' || name === 'cls'
    : injectedTypes.test(annotation)
}

/** What FastMCP lets through to a parameter: it checks hints, and what a default such as `Field(pattern=…)` says. */
function parameterShape(known: KnownProgram, { node, annotation }: ProgramParameter): Shape {
  const shape =
    (annotation === undefined ? undefined : hintShape(known, annotation, known.program.fileOf(node))) ?? anyShape
  return narrowedShape(
    shape,
    defaultsOf(known, node).reduce((all, one) => all & fieldMask(known, one), allKinds),
  )
}

function offeredParameter(known: KnownProgram, parameter: ProgramParameter, name: string): OfferedParameter {
  const { annotation } = parameter
  const literals = annotation === undefined ? [] : literalsOf(annotation)
  const defaults = defaultsOf(known, parameter.node)
  const fallback = defaults
    .map((one) =>
      constantText(known, calledName(known, one) === 'Field' ? (keywordArgument(known, one, 'default') ?? -1) : one),
    )
    .find((text) => text !== undefined)
  return {
    name,
    description: parameterDescription(known, parameter),
    ...(annotation !== undefined && { type: annotation.slice(0, 300) }),
    ...(literals.length > 0 && { enum: literals }),
    ...(fallback !== undefined && { default: fallback }),
    // `Field(description=…)` is a default that gives no value.
    ...(!defaults.some((one) => calledName(known, one) === 'Field') && { required: defaults.length === 0 }),
  }
}

/** The texts of `Literal['a', 'b']`. */
function literalsOf(annotation: string): string[] {
  const [, inside = ''] = /\bLiteral\[([^\]]{0,300})\]/.exec(annotation) ?? []
  return [...inside.matchAll(/"([^"]*)"|'([^']*)'/g)].map((match) => match[1] ?? match[2] ?? '')
}

function parameterDescription(known: KnownProgram, { node, annotation }: ProgramParameter): string | undefined {
  const said = defaultsOf(known, node)
    .map((one) => descriptionOf(known, one))
    .find((text) => text !== undefined)
  const written =
    /\bdescription\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(annotation ?? '') ??
    /^Annotated\[[^,]*,\s*(?:"([^"]*)"|'([^']*)')\s*\]$/.exec(annotation ?? '')
  return said ?? written?.[1] ?? written?.[2]
}

/** Values that a parameter has where nothing is handed over. */
function defaultsOf({ program }: KnownProgram, parameter: number): readonly number[] {
  for (const user of program.users(parameter)) {
    if (
      program.op(user) !== Op.Phi ||
      (program.operand(user, 0) !== parameter && program.operand(user, 2) !== parameter)
    )
      continue
    return [program.operand(user, 0), program.operand(user, 2)].filter((value) => value >= 0 && value !== parameter)
  }
  return []
}

interface AnsweringFunction {
  readonly model: DecoratorModel
  readonly call: number
  readonly index: number
  /** What the arguments of tools may be where the server checks them. */
  readonly checked: Shape
}

/** Functions that answer the requests of all tools: the name and the arguments are parameters of their own. */
function answerRequests(
  known: KnownProgram,
  { model, call, index, checked }: AnsweringFunction,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  const [address] = positionalArguments(known, call)
  if (model.entry !== 'http-request') dispatchers.get(model.offers)?.add(index)
  const validates = keywordArgument(known, call, 'validate_input')
  const parameters = callableParameters(known, index)
  // The server checks the arguments of tools that it lists. A function that does not look at the name answers for any
  // other one, too.
  const looksAtName = parameters[0] !== undefined && known.program.users(parameters[0].node).length > 0
  const isChecked =
    model.method === 'call_tool' &&
    looksAtName &&
    !hasSpread(known, call) &&
    (validates === undefined || booleanOf(known, validates) === true)
  for (const [place, { node, name }] of parameters.entries()) {
    const label =
      model.entry === 'http-request'
        ? `request of ${(address === undefined ? undefined : constantText(known, address)) ?? 'a route'}`
        : `${name ?? 'arguments'} of ${model.offers}s`
    collected.add({ kind: model.entry, node, shape: isChecked && place === 1 ? checked : anyShape, label })
  }
}

/** `Server('s', on_call_tool=call)` of mcp 2.x: the function gets surroundings, then `params` of the request. */
function findKeywords(
  known: KnownProgram,
  call: number,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  for (const [keyword, { offers, entry, label }] of requestKeywords) {
    const value = keywordArgument(known, call, keyword)
    for (const index of value === undefined ? [] : callbackFunctions(known, value)) {
      dispatchers.get(offers)?.add(index)
      const parameters = callableParameters(known, index)
      const parameter = parameters[1] ?? parameters[0]
      if (parameter) collected.add({ kind: entry, node: parameter.node, shape: anyShape, label })
    }
  }
}

/** `Tool(name='read', description='…', inputSchema={…})` in the list of a server. */
function declareTool(known: KnownProgram, call: number, collected: CollectedSources): void {
  const schema = inputSchemaOf(known, call)
  if (schema === undefined) return
  const nameNode = keywordArgument(known, call, 'name')
  const name = nameNode === undefined ? undefined : constantText(known, nameNode)
  if (name === undefined) return
  const said = (keyword: string) => {
    const value = keywordArgument(known, call, keyword)
    return value === undefined ? undefined : constantText(known, value)
  }
  const hints = keywordArgument(known, call, 'annotations')
  const described = keywordArgument(known, call, 'description')
  const description = described === undefined ? undefined : readText(known, described)
  collected.tool(
    { kind: 'tool', name, node: call },
    {
      description: description?.text,
      isDynamic: description?.isDynamic ?? false,
      title: said('title'),
      parameters: schemaParameters(known, schema),
      isOpen: isOpenSchema(known, schema),
      annotations: hints === undefined ? {} : keywordHints(known, hints),
    },
  )
}
