import type { FlowReport } from '../../analysis/flow.ts'
import type { ResultText } from '../../analysis/result-text.ts'
import type { RuntimeText } from '../../analysis/runtime-text.ts'
import type { ScannedTool } from '../../model/scanned-tool.ts'

/** Texts of a tool that are not in its definition. */
export interface TextsOfTool {
  /** Texts of the definition that are decided at run time. */
  readonly runtimeTexts: readonly RuntimeText[]
  /** Texts that the tool returns. */
  readonly resultTexts: readonly ResultText[]
}

/** Returns a function that finds the texts of a tool that are not in its definition. */
export function textsByTool({
  runtimeTexts = [],
  resultTexts = [],
}: Pick<FlowReport, 'runtimeTexts' | 'resultTexts'>): (tool: ScannedTool) => TextsOfTool {
  const decided = Map.groupBy(runtimeTexts, ({ kind, tool, declaredAt }) => keyOf(kind, tool, declaredAt))
  const returned = Map.groupBy(resultTexts, ({ kind, tool, declaredAt }) => keyOf(kind, tool, declaredAt))
  return (tool) => {
    const key = keyOf(tool.kind, tool.name, tool)
    return { runtimeTexts: decided.get(key) ?? [], resultTexts: returned.get(key) ?? [] }
  }
}

/** Identifies a definition by its kind, name, and place. */
const keyOf = (kind: string, name: string, { path, line }: { readonly path: string; readonly line: number }): string =>
  JSON.stringify([kind, name, path, line])
