import { z } from 'zod'
import { Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { keywordArgument, propertiesOf } from '../schemas/schema-steps.ts'
import { constantText } from '../taint/sources/constant-text.ts'
import { offeredKinds } from '../taint/sources/offered-kind.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { changedTool, placeIn } from './changed-tool.ts'

const place = { path: z.string().max(4_096), line: z.int().positive() }

/** A constant text that a tool or resource returns to a model. */
export const ResultText = z.object({
  kind: z.enum(offeredKinds),
  name: z.string().max(300),
  /** Place of the declaration. */
  declared: z.object(place),
  /** Place of the text. */
  ...place,
  text: z.string().max(2_000),
})
export type ResultText = z.infer<typeof ResultText>

/** Limits of the search for constant results. */
export const resultTextLimits = {
  /** Texts in one report, and their total length. The report is the answer of a child process. */
  maxTexts: 1_000,
  maxTotalCharacters: 400_000,
  /** Minimum length. Shorter texts are labels and states. */
  minCharacters: 30,
} as const

/**
 * Returns the constant texts in the results of tools and resources: strings that their own functions return, and the
 * text of `{ type: 'text', text: '…' }`. Texts of functions that several tools share are not assigned to one of them.
 */
export function findResultTexts(known: KnownProgram, tools: readonly OfferedTool[]): ResultText[] {
  const byFunction = new Map<number, OfferedTool | undefined>()
  for (const tool of tools)
    if (tool.kind !== 'prompt')
      for (const index of tool.functions) byFunction.set(index, byFunction.has(index) ? undefined : tool)
  if (byFunction.size === 0) return []
  const { program } = known
  const found: ResultText[] = []
  let left: number = resultTextLimits.maxTotalCharacters
  for (const node of program.index.ofAny(Op.ObjectOf, Op.Call, Op.New, Op.Return)) {
    const index = ownerOf(known, node, byFunction)
    const tool = index === undefined ? undefined : byFunction.get(index)
    const value = tool && textIn(known, node, index)
    const text = value === undefined ? undefined : constantText(known, value)
    if (!tool || value === undefined || text === undefined || text.length < resultTextLimits.minCharacters) continue
    found.push({ ...changedTool(known, tool), ...placeIn(known, value), text: text.slice(0, 2_000) })
    left -= text.length
    if (found.length >= resultTextLimits.maxTexts || left <= 0) break
  }
  return found
}

/** Returns the function of a tool that contains a node, or undefined. */
function ownerOf(
  { program }: KnownProgram,
  node: number,
  owners: ReadonlyMap<number, OfferedTool | undefined>,
): number | undefined {
  let index = program.functionOf(node)
  while (index >= 0 && !owners.has(index)) index = program.functions[index]?.parent ?? -1
  return index < 0 ? undefined : index
}

/** Returns the value that a node sends to a model as text, or undefined. */
function textIn(known: KnownProgram, node: number, owner: number | undefined): number | undefined {
  const { program } = known
  switch (program.op(node)) {
    case Op.ObjectOf: {
      const { values } = propertiesOf(known, node)
      return isTextType(known, values.get('type')) ? values.get('text') : undefined
    }
    case Op.Return:
      return program.functionOf(node) === owner ? program.operand(node, 0) : undefined
    default:
      return isTextType(known, keywordArgument(known, node, 'type')) ? keywordArgument(known, node, 'text') : undefined
  }
}

const isTextType = (known: KnownProgram, node: number | undefined): boolean =>
  node !== undefined && constantText(known, node) === 'text'
