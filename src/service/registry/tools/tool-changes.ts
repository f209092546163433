import { otherDefinitions } from '../../../engine/model/canonical-definition.ts'
import type { ScannedTool, ToolParameter } from '../../../engine/model/scanned-tool.ts'
import type { ToolChange, toolDifferences } from '../../../engine/model/tool-change.ts'

type Difference = (typeof toolDifferences)[number]

/** Differences through which a model can do more than the user approved. */
const widening: ReadonlySet<Difference> = new Set([
  'new-parameter',
  'required-dropped',
  'enum-widened',
  'capability-gained',
  'opened',
])

/**
 * Compares what two server versions provide to models, by kind and name. A definition that only moved counts as
 * unchanged.
 */
export function toolChanges(before: readonly ScannedTool[], after: readonly ScannedTool[]): ToolChange[] {
  const [old, now] = [byKey(before), byKey(after)]
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((key): ToolChange[] => {
    const [was, is] = [old.get(key), now.get(key)]
    if (was && is) return changed(was, is)
    const tool = was ?? is
    if (!tool) return []
    const hash =
      tool.definitionHash === undefined ? {} : was ? { before: tool.definitionHash } : { after: tool.definitionHash }
    return [
      {
        change: was ? 'removed' : 'added',
        kind: tool.kind,
        name: tool.name,
        ...hash,
        isWidened: false,
        differences: [],
        parameters: [],
        capabilities: was ? [] : [...tool.capabilities],
      },
    ]
  })
}

/**
 * Returns the items by kind and name. If several have the same key, the first one is used: code before manifests, then
 * by path.
 */
const byKey = (tools: readonly ScannedTool[]): Map<string, ScannedTool> =>
  new Map(tools.toReversed().map((tool) => [`${tool.kind} ${tool.name}`, tool]))

function changed(was: ScannedTool, is: ScannedTool): ToolChange[] {
  const parameters = parameterDifferences(was, is)
  const gained = is.capabilities.filter((capability) => !was.capabilities.includes(capability))
  const differences: Difference[] = [
    ...parameters.differences,
    ...(gained.length > 0 ? (['capability-gained'] as const) : []),
    ...(is.isOpen === true && was.isOpen !== true ? (['opened'] as const) : []),
    ...(was.description === is.description && sameOthers(was, is) ? [] : (['description'] as const)),
    ...(was.title === is.title ? [] : (['title'] as const)),
    ...(JSON.stringify(sorted(was.annotations)) === JSON.stringify(sorted(is.annotations))
      ? []
      : (['annotations'] as const)),
    ...(was.template === is.template ? [] : (['template'] as const)),
    ...(was.capabilities.some((capability) => !is.capabilities.includes(capability))
      ? (['capability-lost'] as const)
      : []),
  ]
  if (differences.length === 0) return []
  return [
    {
      change: 'changed',
      kind: is.kind,
      name: is.name,
      ...(was.definitionHash !== undefined && { before: was.definitionHash }),
      ...(is.definitionHash !== undefined && { after: is.definitionHash }),
      isWidened: differences.some((difference) => widening.has(difference)),
      differences,
      parameters: parameters.wider,
      capabilities: gained,
    },
  ]
}

/**
 * Reports whether all other declarations are the same. A scan without a hash comes from a version that did not read all
 * declarations.
 */
const sameOthers = (was: ScannedTool, is: ScannedTool): boolean =>
  was.definitionHash === undefined ||
  is.definitionHash === undefined ||
  was.definitionHash === is.definitionHash ||
  otherDefinitions(was).join() === otherDefinitions(is).join()

/** Returns the parameters that differ, and which of them are new or accept more values than before. */
function parameterDifferences(
  was: ScannedTool,
  is: ScannedTool,
): { readonly differences: Difference[]; readonly wider: string[] } {
  const before = new Map(was.parameters.map((parameter) => [parameter.name, parameter]))
  const names = new Set(is.parameters.map(({ name }) => name))
  const fresh = is.parameters.filter(({ name }) => !before.has(name))
  const both = is.parameters.flatMap((parameter) => {
    const known = before.get(parameter.name)
    return known ? [{ known, parameter }] : []
  })
  const dropped = both.filter(({ known, parameter }) => known.required === true && parameter.required === false)
  const widened = both.filter(
    ({ known, parameter }) =>
      known.enum !== undefined &&
      (parameter.enum === undefined || parameter.enum.some((value) => !known.enum?.includes(value))),
  )
  const isOtherwise =
    was.parameters.some(({ name }) => !names.has(name)) ||
    both.some(({ known, parameter }) => toldOf(known) !== toldOf(parameter))
  return {
    differences: [
      ...(fresh.length > 0 ? (['new-parameter'] as const) : []),
      ...(dropped.length > 0 ? (['required-dropped'] as const) : []),
      ...(widened.length > 0 ? (['enum-widened'] as const) : []),
      ...(isOtherwise ? (['parameters'] as const) : []),
    ],
    wider: [
      ...new Set([...fresh, ...[...dropped, ...widened].map(({ parameter }) => parameter)].map(({ name }) => name)),
    ],
  }
}

const toldOf = ({ description, type, required, enum: values, default: fallback }: ToolParameter): string =>
  JSON.stringify([description, type, required, values, fallback])
const sorted = (annotations: ScannedTool['annotations']): [string, boolean][] =>
  Object.entries(annotations).toSorted(([one], [other]) => (one < other ? -1 : 1))
