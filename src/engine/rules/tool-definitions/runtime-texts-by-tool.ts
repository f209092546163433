import type { FlowReport } from '../../analysis/flow.ts'
import type { RuntimeText } from '../../analysis/runtime-text.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'

/** Returns a function that finds the texts of a definition that are decided at run time. */
export function runtimeTextsByTool({
  runtimeTexts = [],
}: Pick<FlowReport, 'runtimeTexts'>): (tool: ScannedTool) => readonly RuntimeText[] {
  const texts = Map.groupBy(runtimeTexts, ({ kind, tool, declaredAt }) => keyOf(kind, tool, declaredAt))
  return (tool) => texts.get(keyOf(tool.kind, tool.name, tool)) ?? []
}

/** Identifies a definition by its kind, name, and place. */
const keyOf = (kind: string, name: string, { path, line }: { readonly path: string; readonly line: number }): string =>
  JSON.stringify([kind, name, path, line])
