import { Op } from '../ir/operations.ts'
import type { KnownProgram } from '../schemas/known-program.ts'
import { keywordArgument, propertiesOf } from '../schemas/schema-steps.ts'
import type { OfferedTool } from '../taint/sources/taint-source.ts'
import { declaredBy, placeIn } from '../tool-acts/declared-by.ts'
import type { ToolNodes } from '../tool-acts/tool-nodes.ts'
import { type CalledWith, textsIn } from '../tool-acts/value-texts.ts'
import { append } from '../server-surface/append.ts'
import { type ResultText, resultTextLimits } from './result-text.ts'

/**
 * Returns the constant texts in the results of tools and resources: strings that their functions return, and the text
 * of contents such as `{ type: 'text', text: '…' }`. Code that several tools share belongs to none of them, except
 * with the constants that a tool passes to it. `isCut` is true if there are more texts.
 */
export function findResultTexts(
  known: KnownProgram,
  tools: readonly OfferedTool[],
  nodes: ToolNodes,
): { readonly results: ResultText[]; readonly isCut: boolean } {
  const results: ResultText[] = []
  let left: number = resultTextLimits.maxTotalCharacters
  const contents = contentsByFunction(known)
  for (const tool of tools) {
    if (tool.kind === 'prompt') continue
    const seen = new Set<string>()
    for (const { index, from, has } of nodes.functionsOf(tool)) {
      const isResult = tool.functions.includes(index)
      for (const node of contents.get(index) ?? []) {
        if (!has(node)) continue
        const value = known.program.op(node) === Op.Return && !isResult ? undefined : textAt(known, node)
        for (const text of value === undefined ? [] : longTexts(known, value, from)) {
          if (seen.has(text)) continue
          seen.add(text)
          left -= text.length
          if (left < 0 || results.length >= resultTextLimits.maxTexts) return { results, isCut: true }
          // The text of a shared function is at the call that passes it.
          results.push({ ...declaredBy(known, tool), ...placeIn(known, from ? from.call : (value ?? node)), text })
        }
      }
    }
  }
  return { results, isCut: false }
}

const longTexts = (known: KnownProgram, value: number, from: CalledWith | undefined): string[] =>
  textsIn(known, value, from)
    .filter((text) => text.length >= resultTextLimits.minCharacters)
    .map((text) => text.slice(0, resultTextLimits.maxCharacters).toWellFormed())

/** Returns the nodes that may contain a text for a model, by function. */
function contentsByFunction({ program }: KnownProgram): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, number[]>()
  for (const node of program.index.ofAny(Op.ObjectOf, Op.Call, Op.New, Op.Return))
    append(found, program.functionOf(node), node)
  return found
}

/** Returns the value that a node sends to a model as text, or undefined. */
function textAt(known: KnownProgram, node: number): number | undefined {
  const { program } = known
  switch (program.op(node)) {
    case Op.Return:
      return program.operand(node, 0)
    case Op.ObjectOf: {
      const { values } = propertiesOf(known, node)
      // The contents of a resource have an address instead of a type.
      const isContent = isTextType(known, values.get('type')) || values.has('uri')
      return isContent ? values.get('text') : undefined
    }
    default:
      return isTextType(known, keywordArgument(known, node, 'type')) ? keywordArgument(known, node, 'text') : undefined
  }
}

const isTextType = (known: KnownProgram, node: number | undefined): boolean =>
  node !== undefined && textsIn(known, node, undefined).includes('text')
