import type { ScannedTool } from '../../model/scanned-tool.ts'

/** A result of the analysis that belongs to one definition of a tool. */
interface ToolFact {
  readonly kind: ScannedTool['kind']
  readonly name: string
  /** Place of the declaration. */
  readonly declared: { readonly path: string; readonly line: number }
}

/** Returns a function that returns the facts about a definition. */
export function factsByTool<Fact extends ToolFact>(
  facts: readonly Fact[] = [],
): (tool: Pick<ScannedTool, 'kind' | 'name' | 'path' | 'line'>) => readonly Fact[] {
  const byTool = Map.groupBy(facts, ({ kind, name, declared: { path, line } }) => keyOf({ kind, name, path, line }))
  return (tool) => byTool.get(keyOf(tool)) ?? []
}

const keyOf = ({ kind, name, path, line }: Pick<ScannedTool, 'kind' | 'name' | 'path' | 'line'>): string =>
  JSON.stringify([kind, name, path, line])
