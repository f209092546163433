import { findChangingTexts } from '../../changing-texts/find-changing-texts.ts'
import type { FlowReport } from '../../flow.ts'
import { findResultTexts } from '../../result-texts/find-result-texts.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { findToolActs } from '../../tool-acts/find-tool-acts.ts'
import { ToolNodes } from '../../tool-acts/tool-nodes.ts'
import type { Sinks } from '../sinks/sink.ts'
import type { OfferedTool } from '../sources/taint-source.ts'
import type { ToolsByRegion } from './tools-by-region.ts'

/** Facts about the code of tools that rules compare with the texts of the tools. */
type ToolFacts = Pick<FlowReport, 'toolActs' | 'changingTexts' | 'resultTexts' | 'areToolFactsCut'>

/** Returns what the code of each tool does and returns, and how it changes descriptions. Empty lists are omitted. */
export function findToolFacts(
  known: KnownProgram,
  { tools, byRegion }: { readonly tools: readonly OfferedTool[]; readonly byRegion: ToolsByRegion },
  sinks: Sinks,
): ToolFacts {
  if (tools.length === 0) return {}
  const nodes = new ToolNodes(known, tools, byRegion)
  const { acts, isCut: areActsCut } = findToolActs(known, { tools, nodes }, sinks)
  const { changes, isCut: areChangesCut } = findChangingTexts(known, tools)
  const { results, isCut: areResultsCut } = findResultTexts(known, tools, nodes)
  return {
    ...(acts.length > 0 && { toolActs: acts }),
    ...(changes.length > 0 && { changingTexts: changes }),
    ...(results.length > 0 && { resultTexts: results }),
    ...((areActsCut || areChangesCut || areResultsCut) && { areToolFactsCut: true as const }),
  }
}
