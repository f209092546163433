import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { definitionsOf, positionalArguments, propertiesOf } from '../../schemas/schema-steps.ts'
import { shapeOfSchema } from '../../schemas/shape-of-schema.ts'
import { anyShape, bothShapes, type Shape } from '../../schemas/shape.ts'
import { constantText, type ReadDescription, readDescription } from './constant-text.ts'
import { definitionParts, definitionValues, partsOf } from './definitions.ts'
import type { OfferedTool } from './taint-source.ts'
import type { Registration } from '../../models/sources/registrations.ts'
import { isOpenSchema } from './field-facts.ts'
import { schemaParameters, textAt } from './schema-parameters.ts'
import type { RegistrationRun } from './registration-runs.ts'
import { annotationsIn } from './tool-sources.ts'

/** Parts of a registration that are passed between the name and the function. */
export interface RegistrationParts extends ReadDescription {
  readonly title: string | undefined
  readonly schema: number | undefined
  /** Combined shape of several schemas whose fields are merged into one object. */
  readonly shape?: Shape
  readonly parameters: OfferedTool['parameters']
  readonly isOpen: boolean
  readonly annotations: Readonly<Record<string, boolean>>
  /** True if the function receives arguments before the request context. If no schema is given, it receives none. */
  readonly takesArguments: boolean
  /** True for a resource with a fixed URI. The client then controls no part of the URI. */
  readonly isFixed: boolean
}

/** The single run of a registration that is not in a loop or wrapper. */
const itself: Pick<RegistrationRun, 'resolve' | 'spreadIn'> = { resolve: (node) => node, spreadIn: () => undefined }

/** Returns the parts of a registration in one run. */
export function registrationParts(
  known: KnownProgram,
  { arguments: form }: Registration,
  middle: readonly number[],
  { resolve, spreadIn }: Pick<RegistrationRun, 'resolve' | 'spreadIn'> = itself,
): RegistrationParts {
  if (form === 'configured') return configuredParts(known, middle[0], resolve)
  const nodes = middle.map(resolve)
  const isText = (node: number) => constantText(known, node) !== undefined
  const objects = nodes
    .flatMap((node) => definitionsOf(known, node))
    .filter((node) => known.program.op(node) === Op.ObjectOf)
  const title = objects.map((object) => textAt(known, object, 'title')).find((text) => text !== undefined)
  const annotations = annotationsIn(known, nodes)
  if (form === 'addressed') {
    const [address] = nodes
    const isFixed =
      address !== undefined && definitionsOf(known, address).every((node) => known.program.op(node) === Op.Literal)
    const described = objects
      .map((object) => propertiesOf(known, object).values.get('description'))
      .find((value) => value !== undefined)
    return {
      ...readDescription(known, described),
      title,
      schema: undefined,
      parameters: [],
      isOpen: false,
      annotations,
      takesArguments: true,
      isFixed,
    }
  }
  const said = nodes.find(isText) ?? computedText(known, nodes)
  const schema = nodes.find((node) => node !== said && !isText(node) && !isHints(known, node))
  const parts = schema === undefined ? undefined : spreadIn(middle[nodes.indexOf(schema)] ?? schema)
  return {
    ...readDescription(known, said),
    title,
    schema,
    ...(parts ? togetherOf(known, parts) : parametersOf(known, schema)),
    annotations,
    takesArguments: schema !== undefined,
    isFixed: false,
  }
}

function configuredParts(
  known: KnownProgram,
  config: number | undefined,
  resolve: (node: number) => number,
): RegistrationParts {
  const node = config === undefined ? undefined : resolve(config)
  const values = new Map(
    [...(node === undefined ? [] : definitionValues(known, node))].map(([key, value]) => [
      key,
      wrappedSchema(known, value, resolve),
    ]),
  )
  const { description, isDynamic, described, title, schema, annotations } =
    node === undefined ? definitionParts(known, -1) : partsOf(known, values)
  const isWhole =
    node !== undefined &&
    definitionsOf(known, node).every((one) => known.program.op(one) === Op.ObjectOf && !propertiesOf(known, one).isOpen)
  return {
    description,
    isDynamic,
    described,
    title,
    schema,
    annotations,
    ...parametersOf(known, schema),
    takesArguments: schema !== undefined || !isWhole,
    isFixed: false,
  }
}

/**
 * Returns the schema that a node evaluates to in a run. For `z.object(fields)`, returns the `fields` passed by a
 * caller.
 */
function wrappedSchema(known: KnownProgram, node: number, resolve: (node: number) => number): number {
  const resolved = resolve(node)
  if (resolved !== node || known.program.op(node) !== Op.Call) return resolved
  const [fields, another] = positionalArguments(known, node)
  const passed = fields === undefined || another !== undefined ? node : resolve(fields)
  return passed === fields ? node : passed
}

function parametersOf(
  known: KnownProgram,
  schema: number | undefined,
): Pick<RegistrationParts, 'parameters' | 'isOpen'> {
  return schema === undefined
    ? { parameters: [], isOpen: false }
    : { parameters: schemaParameters(known, schema), isOpen: isOpenSchema(known, schema) }
}

/** Returns the parameters and shape of an object whose fields are merged from several schemas. */
function togetherOf(
  known: KnownProgram,
  schemas: readonly number[],
): Pick<RegistrationParts, 'parameters' | 'isOpen' | 'shape'> {
  const parts = schemas.map((schema) => parametersOf(known, schema))
  const shapes = schemas.map((schema) => shapeOfSchema(known, schema))
  const named = new Map(parts.flatMap(({ parameters }) => parameters).map((one) => [one.name, one]))
  return {
    parameters: [...named.values()],
    isOpen: parts.some(({ isOpen }) => isOpen),
    ...(shapes.every((shape) => shape?.fields) && {
      shape: shapes.map((shape) => shape ?? anyShape).reduce(bothShapes),
    }),
  }
}

/**
 * Returns the description in `tool(name, await load(), { … }, run)`, which is known only at run time. The schema then
 * is the second argument.
 */
function computedText(known: KnownProgram, nodes: readonly number[]): number | undefined {
  const [first, second] = nodes
  if (first === undefined || second === undefined || isHints(known, second)) return undefined
  const isObject = (node: number) =>
    definitionsOf(known, node).some((one) => known.program.op(one) === Op.ObjectOf) ||
    known.references.objects(node).length > 0
  return isObject(first) || shapeOfSchema(known, first) !== undefined || !isObject(second) ? undefined : first
}

/** True for an annotations object such as `{ readOnlyHint: true, title: '…' }`. */
function isHints(known: KnownProgram, node: number): boolean {
  return definitionsOf(known, node).every((one) => {
    if (known.program.op(one) !== Op.ObjectOf) return false
    const { values } = propertiesOf(known, one)
    return values.size > 0 && [...values.keys()].every((key) => key === 'title' || key.endsWith('Hint'))
  })
}
