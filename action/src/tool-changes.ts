import type { Scan, ScannedTool } from '../../client/assay.ts'

/** A tool, resource, or prompt that a change adds, removes, or changes. */
export interface ToolChange {
  readonly kind: 'added' | 'removed' | 'changed'
  /** `tool`, `resource`, `prompt` or `instructions`, and its name. */
  readonly name: string
  /** The difference in a few words, without text of the project. */
  readonly detail: string
}

type Tools = Pick<Scan, 'tools'>

/** Compares the tools, resources, and prompts of two scans by name. Empty if one scan has no list of them. */
export function toolChanges(base: Tools | undefined, head: Tools): ToolChange[] {
  const [before, after] = [byName(base), byName(head)]
  if (!before || !after) return []
  const names = [...new Set([...before.keys(), ...after.keys()])].toSorted((a, b) => (a < b ? -1 : 1))
  return names.flatMap((name): ToolChange[] => {
    const [old = [], now = []] = [before.get(name), after.get(name)]
    if (old.length === 0) return [{ kind: 'added', name, detail: abilities(now) }]
    if (now.length === 0) return [{ kind: 'removed', name, detail: '' }]
    const detail = difference(old, now)
    return detail === '' ? [] : [{ kind: 'changed', name, detail }]
  })
}

/** A project may declare several with one name. */
function byName(scan: Tools | undefined): ReadonlyMap<string, readonly ScannedTool[]> | undefined {
  return scan?.tools && Map.groupBy(scan.tools, ({ kind, name }) => `${kind} ${name}`)
}

function abilities(tools: readonly ScannedTool[]): string {
  const capabilities = capabilitiesOf(tools)
  return capabilities.length === 0 ? '' : `capabilities: ${capabilities.join(', ')}`
}

const capabilitiesOf = (tools: readonly ScannedTool[]) =>
  [...new Set(tools.flatMap(({ capabilities }) => capabilities))].toSorted()

function difference(old: readonly ScannedTool[], now: readonly ScannedTool[]): string {
  const isOther = (part: (tool: ScannedTool) => unknown) => textOf(old, part) !== textOf(now, part)
  const [could, can] = [capabilitiesOf(old), capabilitiesOf(now)]
  const [gained, lost] = [can.filter((each) => !could.includes(each)), could.filter((each) => !can.includes(each))]
  return [
    ...(gained.length > 0 ? [`new capabilities: ${gained.join(', ')}`] : []),
    ...(lost.length > 0 ? [`removed capabilities: ${lost.join(', ')}`] : []),
    ...(isOther(({ title, description }) => [title, description]) ? ['description changed'] : []),
    ...(isOther(({ parameters }) => parameters) ? ['parameters changed'] : []),
    ...(isOther(({ annotations }) => Object.entries(annotations).toSorted()) ? ['annotations changed'] : []),
  ].join('; ')
}

function textOf(tools: readonly ScannedTool[], part: (tool: ScannedTool) => unknown): string {
  return JSON.stringify(tools.map((tool) => JSON.stringify(part(tool))).toSorted())
}
