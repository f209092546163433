import { otherDefinitions } from '../../model/canonical-definition.ts'
import type { Capability } from '../../model/scanned-tool.ts'
import { maxToolReaches } from '../../model/tool-reaches.ts'
import { capabilityWords } from './capability-words.ts'
import type { ToolDifference, ToolReach } from './project-changes.ts'

/** Parts of a tool that comparisons use. Arrays are readonly, as in the API client. */
export interface ComparedTool {
  readonly kind: ToolDifference['what']
  readonly name: string
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly template?: string | undefined
  readonly path: string
  readonly line: number
  readonly parameters: readonly ComparedParameter[]
  readonly isOpen?: boolean | undefined
  readonly annotations: Readonly<Record<string, boolean>>
  readonly capabilities: readonly Capability[]
  /** Absent if the definition is not in code. */
  readonly ownCapabilities?: readonly Capability[] | undefined
  readonly destinations?: readonly ToolReach[] | undefined
  readonly environmentSecrets?: readonly ToolReach[] | undefined
  readonly definitionHash?: string | undefined
  readonly alsoDeclared?:
    | readonly {
        readonly path: string
        readonly line: number
        readonly description?: string | undefined
        readonly title?: string | undefined
        readonly parameters?: readonly ComparedParameter[] | undefined
      }[]
    | undefined
}

interface ComparedParameter {
  readonly name: string
  readonly description?: string | undefined
  readonly type?: string | undefined
  readonly required?: boolean | undefined
  readonly enum?: readonly string[] | undefined
  readonly default?: string | undefined
}

/** Compares the tools, resources, and prompts of two commits. Returns the differences sorted by name. */
export function toolDifferences(base: readonly ComparedTool[], head: readonly ComparedTool[]): ToolDifference[] {
  const [before, after] = [byName(base), byName(head)]
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  return keys.flatMap((key): ToolDifference[] => {
    const [old, now] = [before.get(key), after.get(key)]
    if (old && now) return changed(old, now)
    if (now) return [added(now)]
    return old
      ? [{ kind: 'removed', what: old.kind, name: old.name, capabilities: [], isWidened: false, differences: [] }]
      : []
  })
}

function byName(tools: readonly ComparedTool[]): Map<string, ComparedTool> {
  // If several tools have the same kind and name, the first one in path order is used.
  return new Map(tools.toReversed().map((tool) => [`${tool.name}\n${tool.kind}`, tool]))
}

const placeOf = ({ path, line }: ComparedTool) => ({ path, line })

function added(tool: ComparedTool): ToolDifference {
  const { kind, name, capabilities, ownCapabilities, alsoDeclared, destinations, environmentSecrets } = tool
  const areReachesUnknown =
    isFull(destinations) || isFull(environmentSecrets) || (ownCapabilities !== undefined && destinations === undefined)
  return {
    kind: 'added',
    what: kind,
    name,
    place: placeOf(tool),
    capabilities,
    ...reachesOf(destinations ?? [], environmentSecrets ?? []),
    ...(areReachesUnknown && { areReachesUnknown }),
    isWidened: false,
    differences: [
      ...(areReachesUnknown ? [unknownReaches] : []),
      ...(alsoDeclared === undefined ? [] : [`has ${definitionsOf(tool).length + 1} different definitions`]),
    ],
  }
}

function changed(old: ComparedTool, now: ComparedTool): ToolDifference[] {
  const gained = now.capabilities.filter((capability) => !old.capabilities.includes(capability))
  const [ofHosts, ofSecrets] = [
    gainedReaches(old.destinations, now.destinations),
    gainedReaches(old.environmentSecrets, now.environmentSecrets),
  ]
  const [destinations, secrets] = [ofHosts.gained, ofSecrets.gained]
  const isReaching = gained.length + destinations.length + secrets.length > 0
  const areReachesUnknown = ofHosts.isUnknown || ofSecrets.isUnknown
  const parameters = parameterDifferences(old, now)
  const isOpened = now.isOpen === true && old.isOpen !== true
  const isDescribed = old.description !== now.description
  const differences = [
    ...parameters.wider,
    ...(isOpened ? ['accepts additional parameters'] : []),
    ...(areReachesUnknown ? [unknownReaches] : []),
    ...lostCapabilities(old, now),
    ...parameters.others,
    ...(old.title === now.title ? [] : ['has another title']),
    ...(old.template === now.template ? [] : ['has another prompt text']),
    ...otherDefinitionsChanged(old, now),
    ...annotationDifferences(old, now),
  ]
  if (!isReaching && differences.length === 0 && !isDescribed) return []
  return [
    {
      kind: 'changed',
      what: now.kind,
      name: now.name,
      place: placeOf(now),
      capabilities: gained,
      ...reachesOf(destinations, secrets),
      ...(areReachesUnknown && { areReachesUnknown }),
      isWidened: isReaching || areReachesUnknown || isOpened || parameters.wider.length > 0,
      differences,
      ...(isDescribed && { description: { before: old.description ?? '', after: now.description ?? '' } }),
    },
  ]
}

const reachesOf = (destinations: readonly ToolReach[], secrets: readonly ToolReach[]) => ({
  ...(destinations.length > 0 && { destinations }),
  ...(secrets.length > 0 && { secrets }),
})

const unknownReaches = 'has code in which Assay could not list all hosts and environment secrets'

const isFull = (reaches: readonly ToolReach[] = []): boolean => reaches.length >= maxToolReaches

/**
 * Returns the hosts or secrets missing from the base. Returns an empty list if the base was scanned by a version that
 * did not collect them. `isUnknown` is true if there may be further new ones: either a list reached its maximum length
 * and was truncated, or the code is too large to have a list. In both cases, the reviewer must be warned, so that no
 * new host goes unnoticed.
 */
function gainedReaches(
  old: readonly ToolReach[] | undefined,
  now: readonly ToolReach[] | undefined,
): { readonly gained: readonly ToolReach[]; readonly isUnknown: boolean } {
  if (!old || !now) return { gained: [], isUnknown: old !== undefined }
  const before = new Set(old.map(({ name }) => name))
  const others = now.filter(({ name }) => !before.has(name))
  if (!isFull(old)) return { gained: others, isUnknown: isFull(now) }
  // The base's list is sorted and truncated, so it is complete up to its last name. A name that sorts before that name
  // and is not in the list is certainly new.
  const last = old.reduce((latest, { name }) => (name > latest ? name : latest), '')
  const gained = others.filter(({ name }) => name < last)
  return { gained, isUnknown: isFull(now) || gained.length < others.length }
}

function lostCapabilities(old: ComparedTool, now: ComparedTool): string[] {
  const lost = old.capabilities.filter((capability) => !now.capabilities.includes(capability))
  return lost.length === 0 ? [] : [`no longer ${capabilityWords(lost)}`]
}

/** Describes how the schema changed. `wider` is true if models can pass more than before. */
function parameterDifferences(
  old: ComparedTool,
  now: ComparedTool,
): { readonly wider: string[]; readonly others: string[] } {
  const before = new Map(old.parameters.map((parameter) => [parameter.name, parameter]))
  const names = new Set(now.parameters.map(({ name }) => name))
  const both = now.parameters.flatMap((parameter) => {
    const earlier = before.get(parameter.name)
    return earlier ? [{ earlier, parameter }] : []
  })
  const optional = both.filter(({ earlier, parameter }) => earlier.required === true && parameter.required === false)
  const widened = both.filter(
    ({ earlier, parameter }) =>
      earlier.enum !== undefined &&
      (parameter.enum === undefined || parameter.enum.some((value) => !earlier.enum?.includes(value))),
  )
  // Scans without a hash come from versions that did not record parameter types yet.
  const isComparable = old.definitionHash !== undefined && now.definitionHash !== undefined
  const others = both.filter(
    (pair) =>
      isComparable &&
      !optional.includes(pair) &&
      !widened.includes(pair) &&
      definitionOf(pair.earlier) !== definitionOf(pair.parameter),
  )
  const ofPairs = (pairs: typeof both) => pairs.map(({ parameter }) => parameter.name)
  return {
    wider: [
      ...named(
        'has the new',
        now.parameters.map(({ name }) => name).filter((name) => !before.has(name)),
      ),
      ...named('no longer requires the', ofPairs(optional)),
      ...named('accepts more values for the', ofPairs(widened)),
    ],
    others: [
      ...named(
        'no longer has the',
        old.parameters.map(({ name }) => name).filter((name) => !names.has(name)),
      ),
      ...named('has another definition of the', ofPairs(others)),
    ],
  }
}

const definitionOf = ({ description, type, required, enum: values, default: fallback }: ComparedParameter) =>
  JSON.stringify([description, type, required, values, fallback])

/** Maximum number of parameters in one phrase. */
const maxNames = 10

function named(phrase: string, names: readonly string[]): string[] {
  if (names.length === 0) return []
  const rest = names.length - maxNames
  const list = `${names.slice(0, maxNames).join(', ')}${rest > 0 ? `, and ${rest} more` : ''}`
  return [`${phrase} ${names.length === 1 ? 'parameter' : 'parameters'} ${list}`]
}

/** Describes changes to the other definitions with the same name. A model may see any of them. */
function otherDefinitionsChanged(old: ComparedTool, now: ComparedTool): string[] {
  const [before, after] = [definitionsOf(old), definitionsOf(now)]
  if (old.definitionHash === undefined || now.definitionHash === undefined || before.join() === after.join()) return []
  if (after.length === 0) return ['now has one definition']
  const places = (now.alsoDeclared ?? []).slice(0, 3).map(({ path, line }) => `${path}:${line}`)
  return [`now has ${after.length + 1} different definitions, also in ${places.join(', ')}`]
}

const definitionsOf = ({ alsoDeclared }: ComparedTool): string[] =>
  alsoDeclared === undefined ? [] : otherDefinitions({ alsoDeclared })

function annotationDifferences(old: ComparedTool, now: ComparedTool): string[] {
  const names = [...new Set([...Object.keys(old.annotations), ...Object.keys(now.annotations)])]
  return names
    .filter((name) => old.annotations[name] !== now.annotations[name])
    .map((name) => `changes ${name} from ${claimOf(old.annotations[name])} to ${claimOf(now.annotations[name])}`)
}

const claimOf = (claim: boolean | undefined) => (claim === undefined ? 'unset' : String(claim))
