import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, propertiesOf } from '../../schemas/schema-steps.ts'
import { shapeOfSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, harmlessShape, objectShape, othersOf, type Shape } from '../../schemas/shape.ts'
import { hasCallerAmong } from './called-from.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { constantText, type ReadDescription, readDescription } from './constant-text.ts'
import type { OfferedTool } from './taint-source.ts'
import { argumentNames, definitionWords, serverNames } from '../../models/sources/definition-words.ts'
import { isOpenSchema } from './field-facts.ts'
import { schemaParameters } from './schema-parameters.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { offerLabel } from './source-label.ts'
import { addCallSources, annotationsIn, sourceKindOf } from './tool-sources.ts'

/** Members of an object or class that defines a tool: value nodes by member name. */
export type DefinitionValues = ReadonlyMap<string, number>

export interface DefinitionParts extends ReadDescription {
  readonly name: string | undefined
  readonly title: string | undefined
  readonly schema: number | undefined
  /** Name of the member that holds the schema. */
  readonly schemaKey: string | undefined
  readonly functions: readonly number[]
  readonly annotations: Readonly<Record<string, boolean>>
  /** True for a resource with a fixed URI. The client then controls no part of the URI. */
  readonly isFixed: boolean
}

/**
 * Returns the members of an object that defines a tool. They are taken from its literal or, if the object is unknown,
 * from reads of its attributes.
 */
export function definitionValues(known: KnownProgram, node: number): DefinitionValues {
  const [definition] = definitionsOf(known, node)
  return definition === undefined || known.program.op(definition) !== Op.ObjectOf
    ? attributesOf(known, node)
    : propertiesOf(known, definition).values
}

/** Returns the parts of a tool definition. */
export function definitionParts(known: KnownProgram, node: number): DefinitionParts {
  return partsOf(known, definitionValues(known, node))
}

/** Returns the attribute values by name, for an object that is itself unknown. */
function attributesOf({ references }: KnownProgram, node: number): DefinitionValues {
  const values = new Map<string, number>()
  for (const key of [
    'name',
    'uri',
    'description',
    'title',
    'annotations',
    ...definitionWords.schemas,
    ...definitionWords.functions,
  ]) {
    const [value] = references.attribute(node, key)
    if (value !== undefined) values.set(key, value)
  }
  return values
}

export function partsOf(known: KnownProgram, values: DefinitionValues): DefinitionParts {
  const text = (key: string) => {
    const value = values.get(key)
    return value === undefined ? undefined : constantText(known, value)
  }
  const schemaKey = definitionWords.schemas.find((key) => isSchemaLike(known, values.get(key)))
  const functions = definitionWords.functions.flatMap((key) => {
    const value = values.get(key)
    return value === undefined ? [] : callbackFunctions(known, value)
  })
  const annotations = values.get('annotations')
  return {
    name: text('name') ?? text('uri') ?? text('uriTemplate'),
    ...readDescription(known, values.get('description')),
    title: text('title'),
    schema: schemaKey === undefined ? undefined : values.get(schemaKey),
    schemaKey,
    functions: [...new Set(functions)],
    annotations: annotations === undefined ? {} : annotationsIn(known, [annotations]),
    isFixed: values.has('uri') && !values.has('uriTemplate') && text('uri') !== undefined,
  }
}

/** Reports whether a value may be a schema: objects and calls may be, but strings and functions may not. */
function isSchemaLike({ program, references }: KnownProgram, node: number | undefined): boolean {
  if (node === undefined) return false
  const op = program.op(node)
  return op !== Op.Literal && op !== Op.ArrayOf && op !== Op.Closure && references.functions(node).length === 0
}

export interface Definition {
  readonly node: number
  readonly parts: DefinitionParts
  readonly offers: OfferedTool['kind']
  /** True if the caller of the function first validates the arguments against the schema. */
  readonly isEnforced: boolean
  /**
   * Functions called by a server. If one of them calls the definition's function, the arguments come from that call.
   * Undefined if a server calls the definition's function directly.
   */
  readonly served?: Served | undefined
}

export interface Served {
  readonly functions: ReadonlySet<number>
  readonly reach: Map<number, boolean>
}

/** Returns the functions with a parameter that is already a source. */
export function servedFunctions({ program }: KnownProgram, collected: CollectedSources): Served {
  return { functions: new Set([...collected.nodes].map((node) => program.functionOf(node))), reach: new Map() }
}

/** Adds the tool that an object literal defines. Returns undefined if the object has no name. */
export function offerDefinition(
  known: KnownProgram,
  {
    object,
    offers,
    isEnforced,
  }: { readonly object: number; readonly offers: OfferedTool['kind']; readonly isEnforced: boolean },
  collected: CollectedSources,
): ToolDraft | undefined {
  return offer(known, { node: object, parts: definitionParts(known, object), offers, isEnforced }, collected)
}

export function offer(
  known: KnownProgram,
  { node, parts, offers, isEnforced, served }: Definition,
  collected: CollectedSources,
): ToolDraft | undefined {
  const { name, description, isDynamic, described, title, schema, annotations, functions } = parts
  if (name === undefined) return undefined
  const draft = collected.tool(
    { kind: offers, name, node },
    {
      description,
      isDynamic,
      described,
      title,
      annotations,
      ...(schema !== undefined && { parameters: schemaParameters(known, schema), isOpen: isOpenSchema(known, schema) }),
    },
  )
  const shape = parts.isFixed
    ? harmlessShape
    : schema !== undefined && isEnforced
      ? (shapeOfSchema(known, schema) ?? anyShape)
      : anyShape
  for (const index of functions) {
    draft.functions.add(index)
    if (!served) addCallSources(known, { index, kind: offers, name, draft, shape, takesArguments: true }, collected)
    else if (!hasCallerAmong(known, served.functions, index, served.reach))
      addArgumentSource(known, { index, shape, draft }, collected)
  }
  return draft
}

/**
 * Adds the source for a function that a custom registry calls. Which parameter receives the arguments is inferred from
 * the parameter names.
 */
export function addArgumentSource(
  known: KnownProgram,
  { index, shape, draft }: { readonly index: number; readonly shape: Shape; readonly draft: ToolDraft },
  collected: CollectedSources,
): void {
  const parameters = callableParameters(known, index)
  const parameter = parameters[argumentPlace(parameters.map(({ name }) => name))]
  if (parameter && shape.carries !== 0)
    collected.add({
      kind: sourceKindOf[draft.kind],
      node: parameter.node,
      shape: alsoWrapped(shape),
      label: offerLabel(draft.kind, draft.name),
      tool: draft,
    })
}

/** Keys under which custom registries pass the arguments in an options object. */
const wrappingKeys = ['params', 'arguments', 'args', 'input'] as const

/**
 * Returns a shape for functions that receive either the arguments alone or an object that wraps them, such as `{
 * params, page }`. It accepts itself under each wrapping key that is not one of its fields.
 */
function alsoWrapped(shape: Shape): Shape {
  const { fields } = shape
  if (!fields) return shape
  const added = wrappingKeys.filter((key) => !fields.has(key)).map((key): [string, Shape] => [key, shape])
  return objectShape(new Map([...fields, ...added]), othersOf(shape))
}

/**
 * Returns the index of the parameter that receives the arguments, judging by its name. Custom registries may pass other
 * parameters first.
 */
function argumentPlace(names: readonly (string | undefined)[]): number {
  const named = names.findIndex((name) => name !== undefined && argumentNames.has(name))
  if (named >= 0) return named
  const notServer = names.findIndex((name) => name === undefined || !serverNames.has(name))
  return notServer < 0 ? 0 : notServer
}

/**
 * Adds tools whose definitions reach a server through a custom registry: object literals with a name, a function, and a
 * schema. `enforced` contains the names of attributes whose schemas the program validates against.
 */
export function findDefinitions(
  known: KnownProgram,
  survey: EntryPointIndex,
  enforced: ReadonlySet<string>,
  collected: CollectedSources,
): void {
  const served = servedFunctions(known, collected)
  for (const node of survey.definitions) {
    const { values } = propertiesOf(known, node)
    const parts = partsOf(known, values)
    const name = parts.name ?? keyOf(known, node)
    const isWhole = parts.functions.length > 0 && parts.schema !== undefined
    // Entries of a tool list are declarations without functions. Their schema has one of these two names.
    const isDeclared =
      parts.functions.length === 0 &&
      parts.schema !== undefined &&
      (parts.schemaKey === 'inputSchema' || parts.schemaKey === 'input_schema') &&
      (parts.name !== undefined || parts.description !== undefined)
    if (name !== undefined && (isWhole || isDeclared))
      offer(
        known,
        {
          node,
          parts: { ...parts, name, functions: isDeclared ? functionsBeside(known, node) : parts.functions },
          offers: 'tool',
          isEnforced: enforced.has(parts.schemaKey ?? ''),
          served,
        },
        collected,
      )
  }
}

/**
 * Returns the key of a definition in a table of definitions. The definition may also be an argument of a function that
 * builds the table entry.
 */
function keyOf(known: KnownProgram, object: number): string | undefined {
  const { program } = known
  let node = object
  for (let steps = 0; steps < 4; steps += 1) {
    const users = program.users(node)
    for (const user of users)
      if (program.op(user) === Op.Property && program.operand(user, 1) === node)
        return isPartOfNamed(known, user) ? undefined : program.text(user, 0)
    const next = [...users].find((user) => program.op(user) === Op.Call && program.operand(user, 0) !== node)
    if (next === undefined) return undefined
    node = next
  }
  return undefined
}

/**
 * Reports whether an entry belongs to an object that has its own name. The entry is then part of that object's
 * definition.
 */
function isPartOfNamed(known: KnownProgram, property: number): boolean {
  const { program } = known
  return [...program.users(property)].some(
    (table) => program.op(table) === Op.ObjectOf && propertiesOf(known, table).values.has('name'),
  )
}

/** Returns the functions stored next to a declaration: `{ schema: { name: 'read', inputSchema }, handle: … }`. */
function functionsBeside(known: KnownProgram, declaration: number): readonly number[] {
  const { program } = known
  return [...program.users(declaration)]
    .filter((property) => program.op(property) === Op.Property && program.operand(property, 1) === declaration)
    .flatMap((property) => [...program.users(property)])
    .filter((object) => program.op(object) === Op.ObjectOf)
    .flatMap((object) => partsOf(known, propertiesOf(known, object).values).functions)
}
