import type { FlowReport } from '../../analysis/flow.ts'
import type { TextChange, TextOwner, ToolText } from '../../analysis/tool-text.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'

/** What is known about the texts of a tool that are not in its definition. */
export interface TextsOfTool {
  /** Changes of the definition after clients have read it. */
  readonly changes: readonly TextChange[]
  readonly texts: readonly ToolText[]
}

/** Returns a function that finds the texts of a tool that are not in its definition. */
export function textsByTool({
  toolTexts = [],
  textChanges = [],
}: Pick<FlowReport, 'toolTexts' | 'textChanges'>): (tool: ScannedTool) => TextsOfTool {
  const texts = Map.groupBy(toolTexts, ({ owner }) => keyOf(owner))
  const changes = Map.groupBy(textChanges, ({ owner }) => keyOf(owner))
  return (tool) => {
    const { kind, name, path, line } = tool
    const key = keyOf({ kind, name, declaredAt: { path, line } })
    return { texts: texts.get(key) ?? [], changes: changes.get(key) ?? [] }
  }
}

/** Identifies a definition by its kind, name, and place. */
const keyOf = ({ kind, name, declaredAt: { path, line } }: TextOwner): string =>
  JSON.stringify([kind, name, path, line])
