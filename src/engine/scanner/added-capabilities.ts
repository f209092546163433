import type { Capability, ScannedTool } from '../model/scanned-tool.ts'
import type { AddedCapability } from '../model/suppression-report.ts'
import { type CapabilityWord, capabilityWords } from '../project-settings/settings-shape.ts'

/** For each capability, a phrase that describes what the tool does. */
const actions: Readonly<Record<Capability, string>> = {
  'executes-commands': 'executes commands',
  'network-egress': 'accesses the network',
  'reads-files': 'reads files',
  'writes-files': 'writes files',
  'reads-secrets': 'reads secrets',
  destructive: 'deletes data',
}

/**
 * Returns the capabilities that a change adds to a tool although the settings do not allow them. Empty if one of the
 * scans did not look for tools.
 */
export function addedCapabilities(
  words: readonly CapabilityWord[],
  { before, after }: { readonly before: readonly ScannedTool[] | undefined; readonly after?: readonly ScannedTool[] },
): AddedCapability[] {
  if (words.length === 0 || !before || !after) return []
  const known = new Map<string, Set<Capability>>()
  for (const tool of before) known.set(keyOf(tool), new Set([...(known.get(keyOf(tool)) ?? []), ...tool.capabilities]))
  const added = new Map<string, AddedCapability>()
  for (const tool of after)
    for (const word of words) {
      const capability = capabilityWords[word]
      const earlier = known.get(keyOf(tool))
      if (!tool.capabilities.includes(capability) || earlier?.has(capability)) continue
      const key = `${keyOf(tool)}\n${word}`
      if (!added.has(key)) added.set(key, { word, capability, ...described(tool, capability, earlier !== undefined) })
    }
  return [...added.values()]
}

const keyOf = ({ kind, name }: ScannedTool) => `${kind}\n${name}`

function described(
  { kind, name, path, line, ownCapabilities }: ScannedTool,
  capability: Capability,
  isKnown: boolean,
): Omit<AddedCapability, 'word' | 'capability'> {
  const isOwn = ownCapabilities === undefined || ownCapabilities.includes(capability)
  return {
    tool: name,
    path,
    line,
    message:
      `${isKnown ? `The ${kind} "${name}" now` : `The new ${kind} "${name}"`} ${actions[capability]}, ` +
      `${isOwn ? 'in its function or in one that it calls directly' : 'through a function that it calls indirectly'} ` +
      `(declared at ${path}:${line})`,
  }
}
