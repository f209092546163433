import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import {
  calledName,
  definitionsOf,
  keywordArgument,
  positionalArguments,
  propertiesOf,
  textOf,
} from '../../schemas/schema-steps.ts'
import { callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import { constantText, readDescription } from './constant-text.ts'
import type { OfferedParameter, OfferedTool } from './taint-source.ts'
import { booleanOf } from './tool-sources.ts'
import type { EntryPointIndex } from './entry-point-index.ts'

/** List requests of the protocol, each with its request schema and the key of the list in the result. */
const lists: readonly {
  readonly method: string
  readonly schema: string
  readonly key: string
  readonly offers: OfferedTool['kind']
}[] = [
  { method: 'prompts/list', schema: 'ListPromptsRequestSchema', key: 'prompts', offers: 'prompt' },
  { method: 'resources/list', schema: 'ListResourcesRequestSchema', key: 'resources', offers: 'resource' },
  {
    method: 'resources/templates/list',
    schema: 'ListResourceTemplatesRequestSchema',
    key: 'resourceTemplates',
    offers: 'resource',
  },
  { method: 'tools/list', schema: 'ListToolsRequestSchema', key: 'tools', offers: 'tool' },
]

/** Classes of list entries, except tools, which are handled separately. */
const declaringClasses: ReadonlyMap<string, OfferedTool['kind']> = new Map([
  ['Prompt', 'prompt'],
  ['Resource', 'resource'],
  ['ResourceTemplate', 'resource'],
])

/** Names of these classes, whose calls are included in the `EntryPointIndex`. */
export const declaringNames: readonly string[] = [...declaringClasses.keys()]

/** Maximum number of entries read per list. */
const listedEntries = 1_000

/** Adds the prompts, resources, and tools that handlers of list requests return as a constant list. */
export function findDeclaredLists(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program } = known
  for (const call of survey.methodCalls.get('setRequestHandler') ?? []) {
    const [schema, callback] = positionalArguments(known, call)
    const list =
      schema === undefined || callback === undefined
        ? undefined
        : lists.find(
            ({ method, schema: name }) =>
              textOf(known, schema) === method ||
              known.references.externals(schema).some((external) => external.endsWith(`.${name}`)),
          )
    if (!list || callback === undefined) continue
    for (const index of callbackFunctions(known, callback)) {
      for (const returned of program.functions[index]?.returns ?? []) {
        for (const answer of definitionsOf(known, program.operand(returned, 0))) {
          const listed = propertiesOf(known, answer).values.get(list.key)
          if (listed !== undefined)
            for (const node of entriesOf(known, listed)) declareObject(known, { node, offers: list.offers }, collected)
        }
      }
    }
  }
  for (const call of [...survey.plainCalls, ...declaringNames.flatMap((name) => survey.methodCalls.get(name) ?? [])]) {
    const offers =
      program.fileOf(call).semantics.libraries === decoratedServerLanguage
        ? declaringClasses.get(calledName(known, call) ?? '')
        : undefined
    if (offers) declareCall(known, { call, offers }, collected)
  }
}

/** Returns the items of the lists that a value may refer to. */
function entriesOf({ program, ...known }: KnownProgram, node: number): readonly number[] {
  return definitionsOf({ program, ...known }, node)
    .filter((list) => program.op(list) === Op.ArrayOf)
    .flatMap((list) =>
      Array.from({ length: Math.min(program.operandCount(list), listedEntries) }, (_none, index) =>
        program.operand(list, index),
      ),
    )
}

function declareObject(
  known: KnownProgram,
  { node, offers }: { readonly node: number; readonly offers: OfferedTool['kind'] },
  collected: CollectedSources,
): void {
  for (const object of definitionsOf(known, node)) {
    if (known.program.op(object) !== Op.ObjectOf) continue
    const { values } = propertiesOf(known, object)
    const text = (key: string) => (values.has(key) ? constantText(known, values.get(key) ?? -1) : undefined)
    const name = text('name') ?? text('uri') ?? text('uriTemplate')
    if (name === undefined) continue
    const description = readDescription(known, values.get('description'))
    const parameters = entriesOf(known, values.get('arguments') ?? -1)
      .flatMap((one) => definitionsOf(known, one))
      .flatMap((one) => parameterOf((key) => propertiesOf(known, one).values.get(key), known))
    collected.tool({ kind: offers, name, node: object }, { ...description, title: text('title'), parameters })
  }
}

function declareCall(
  known: KnownProgram,
  { call, offers }: { readonly call: number; readonly offers: OfferedTool['kind'] },
  collected: CollectedSources,
): void {
  const value = (key: string) => keywordArgument(known, call, key)
  const said = (key: string) => constantText(known, value(key) ?? -1)
  const name = said('name') ?? said('uri') ?? said('uriTemplate')
  if (name === undefined) return
  const description = readDescription(known, value('description'))
  const parameters = entriesOf(known, value('arguments') ?? -1)
    .flatMap((one) => definitionsOf(known, one))
    .flatMap((one) => parameterOf((key) => keywordArgument(known, one, key), known))
  collected.tool({ kind: offers, name, node: call }, { ...description, title: said('title'), parameters })
}

/** Returns the parameter that an entry declares: `{ name: 'code', description: '…', required: true }`. */
function parameterOf(value: (key: string) => number | undefined, known: KnownProgram): OfferedParameter[] {
  const name = constantText(known, value('name') ?? -1)
  const required = value('required')
  return name === undefined
    ? []
    : [
        {
          name,
          description: constantText(known, value('description') ?? -1),
          ...(required !== undefined && { required: booleanOf(known, required) ?? false }),
        },
      ]
}
