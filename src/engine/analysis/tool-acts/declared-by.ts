import type { KnownProgram } from '../schemas/known-program.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import type { ToolAct } from './tool-act.ts'

/** Returns the parts of a fact that identify its tool. */
export function declaredBy(
  known: KnownProgram,
  { kind, name, node }: OfferedTool,
): Pick<ToolAct, 'kind' | 'name' | 'declared'> {
  return { kind, name: name.slice(0, 300), declared: placeIn(known, node) }
}

/** Returns the file and line of a node. */
export function placeIn({ program }: KnownProgram, node: number): Pick<ToolAct, 'path' | 'line'> {
  const { path, line } = program.placeOf(node)
  return { path, line }
}
