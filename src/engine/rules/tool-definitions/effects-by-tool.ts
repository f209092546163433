import type { FlowReport } from '../../analysis/flow.ts'
import type { ToolEffect } from '../../analysis/tool-effect.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'

/** Identifies a tool by its name and place. */
const keyOf = (name: string, { path, line }: { readonly path: string; readonly line: number }): string =>
  JSON.stringify([name, path, line])

/** Returns a function that finds the effects of a tool. Prompts, resources, and further definitions have none. */
export function effectsByTool({ toolEffects }: FlowReport): (tool: ScannedTool) => readonly ToolEffect[] {
  const effects = Map.groupBy(toolEffects?.effects ?? [], ({ tool, declaredAt }) => keyOf(tool, declaredAt))
  return (tool) => (tool.kind === 'tool' ? (effects.get(keyOf(tool.name, tool)) ?? []) : [])
}

/** Returns what is not known about the effects of tools, or undefined if all are known. */
export function missingEffects({ toolEffects }: FlowReport): string | undefined {
  const cut = toolEffects?.cutTools ?? 0
  return cut === 0 ? undefined : `the changes that ${cut} tools make were not fully analyzed`
}
