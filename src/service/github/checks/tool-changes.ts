import { otherDefinitions } from '../../../engine/model/canonical-definition.ts'
import type { Capability, ScannedTool, ToolParameter } from '../../../engine/model/scanned-tool.ts'
import type { ToolChange } from '../../../engine/reports/check-run/check-run-input.ts'

/** The words for each capability in a list of changes. */
const words: Readonly<Record<Capability, string>> = {
  'executes-commands': 'executes commands',
  'reads-files': 'reads files',
  'writes-files': 'writes files',
  'network-egress': 'accesses the network',
  'reads-secrets': 'reads secrets',
  destructive: 'deletes data',
}

/** Compares the tools, resources, and prompts of two commits. Returns the differences sorted by name. */
export function toolChanges(base: readonly ScannedTool[], head: readonly ScannedTool[]): ToolChange[] {
  const [before, after] = [byName(base), byName(head)]
  const keys = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  return keys.flatMap((key): ToolChange[] => {
    const [old, now] = [before.get(key), after.get(key)]
    if (now && !old)
      return [
        {
          kind: 'added',
          name: now.name,
          detail:
            `${now.kind}` +
            `${now.alsoDeclared === undefined ? '' : `, ${otherDefinitions(now).length + 1} different definitions`}` +
            `${
              now.capabilities.length === 0
                ? ''
                : `, ${listed(now.capabilities.map((capability) => words[capability]))}`
            }`,
        },
      ]
    if (old && !now) return [{ kind: 'removed', name: old.name, detail: old.kind }]
    const differences = old && now ? differencesOf(old, now) : []
    return now && differences.length > 0
      ? [{ kind: 'changed', name: now.name, detail: `${now.kind}: ${differences.join('; ')}` }]
      : []
  })
}

function byName(tools: readonly ScannedTool[]): Map<string, ScannedTool> {
  // Of two with one kind and name, the first counts. Files come in the order of their paths.
  return new Map(tools.toReversed().map((tool) => [`${tool.name}\n${tool.kind}`, tool]))
}

/** Lists new capabilities first, because a reviewer must not miss them. */
function differencesOf(old: ScannedTool, now: ScannedTool): string[] {
  const gained = now.capabilities.filter((capability) => !old.capabilities.includes(capability))
  const lost = old.capabilities.filter((capability) => !now.capabilities.includes(capability))
  const [before, after] = [old.parameters.map(({ name }) => name), now.parameters.map(({ name }) => name)]
  const claims = [...new Set([...Object.keys(old.annotations), ...Object.keys(now.annotations)])].filter(
    (name) => old.annotations[name] !== now.annotations[name],
  )
  return [
    ...(gained.length === 0 ? [] : [`now ${listed(gained.map((capability) => words[capability]))}`]),
    ...(lost.length === 0 ? [] : [`no longer ${listed(lost.map((capability) => words[capability]))}`]),
    ...named(
      'new parameters:',
      after.filter((name) => !before.includes(name)),
    ),
    ...named(
      'removed parameters:',
      before.filter((name) => !after.includes(name)),
    ),
    ...(old.description === now.description && old.title === now.title && old.template === now.template
      ? []
      : ['description changed']),
    ...otherDefinitionsChanged(old, now),
    ...parametersChanged(old, now),
    ...claims.map((name) => `${name} ${claimOf(old.annotations[name])} → ${claimOf(now.annotations[name])}`),
  ]
}

/** Compares definitions of the same name in other places. A model may get either. */
function otherDefinitionsChanged(old: ScannedTool, now: ScannedTool): string[] {
  const [before, after] = [otherDefinitions(old), otherDefinitions(now)]
  if (old.definitionHash === undefined || now.definitionHash === undefined || before.join() === after.join()) return []
  return [
    after.length === 0
      ? 'now has one definition'
      : `now has ${after.length + 1} different definitions, also in ${(now.alsoDeclared ?? [])
          .slice(0, 3)
          .map(({ path, line }) => `${path}:${line}`)
          .join(', ')}`,
  ]
}

/** Returns the common parameters with other definitions. Equal hashes mean equal definitions. */
function parametersChanged(old: ScannedTool, now: ScannedTool): string[] {
  // A scan without a hash is older than the reading of types.
  if (old.definitionHash === undefined || now.definitionHash === undefined || old.definitionHash === now.definitionHash)
    return []
  const before = new Map(old.parameters.map((parameter) => [parameter.name, parameter]))
  const changed = now.parameters.filter((parameter) => {
    const earlier = before.get(parameter.name)
    return earlier !== undefined && definitionOf(earlier) !== definitionOf(parameter)
  })
  return named(
    'changed parameters:',
    changed.map(({ name }) => name),
  )
}

const definitionOf = ({ description, type, required, enum: values, default: fallback }: ToolParameter) =>
  JSON.stringify([description, type, required, values, fallback])
const claimOf = (claim: boolean | undefined) => (claim === undefined ? 'unset' : String(claim))
const named = (what: string, names: readonly string[]) => (names.length === 0 ? [] : [`${what} ${names.join(', ')}`])
const listed = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
