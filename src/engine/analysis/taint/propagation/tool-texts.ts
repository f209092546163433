import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { taintLimits } from '../../taint-limits.ts'
import type { TextOwner, ToolText } from '../../tool-text.ts'
import { constantText } from '../sources/constant-text.ts'
import { possibleTexts, type PossibleText } from '../sources/possible-texts.ts'
import type { OfferedTool, ServerInstructions, TaintSources } from '../sources/taint-source.ts'
import type { TextWork } from '../sources/text-work.ts'
import type { ReassignedText } from './reassigned-texts.ts'

/** Texts that definitions may have at run time. */
export interface DefinitionTexts {
  readonly texts: readonly ToolText[]
  /** Tools whose texts could not all be computed. */
  readonly cut: ReadonlySet<OfferedTool | ServerInstructions>
  readonly isCut: boolean
}

/**
 * Returns the texts that definitions may have at run time, if they are not a part of the reported ones: branches of a
 * condition, decoded constants, and texts that the program assigns later.
 */
export function definitionTexts(
  known: KnownProgram,
  { tools, instructions }: Pick<TaintSources, 'tools' | 'instructions'>,
  { reassigned, work }: { readonly reassigned: readonly ReassignedText[]; readonly work: TextWork },
): DefinitionTexts {
  const cut = new Set<OfferedTool | ServerInstructions>()
  const texts: ToolText[] = []
  let characters = 0
  let isCut = false
  const read = new Map<number, ReturnType<typeof possibleTexts>>()
  const add = (of: OfferedTool | ServerInstructions, value: number, role: ToolText['role'], shown: string) => {
    const possible = read.get(value) ?? textsBeyond(known, { value, shown, work })
    read.set(value, possible)
    if (possible.isCut) cut.add(of)
    for (const one of possible.texts) {
      characters += one.text.length
      isCut ||= texts.length >= taintLimits.maxKept || characters > taintLimits.maxRuntimeCharacters
      if (isCut) return
      texts.push(toolText(known, of, role, one))
    }
  }
  for (const tool of tools)
    for (const value of tool.described) add(tool, value, 'description', constantText(known, value) ?? '')
  for (const one of instructions) add(one, one.described, 'description', one.text ?? '')
  for (const { tool, value, isTitle } of reassigned) add(tool, value, isTitle ? 'title' : 'description', '')
  return { texts, cut, isCut }
}

/** Returns the texts of a value that the text which the report shows does not contain. */
function textsBeyond(
  known: KnownProgram,
  { value, shown, work }: { readonly value: number; readonly shown: string; readonly work: TextWork },
): ReturnType<typeof possibleTexts> {
  // Most descriptions are literals, which need no further work.
  if (known.program.op(value) === Op.Literal && shown !== '') return { texts: [], isCut: false }
  const { texts, isCut } = possibleTexts(known, value, work)
  return { texts: texts.filter(({ text }) => !shown.includes(text)), isCut }
}

export function toolText(
  known: KnownProgram,
  of: OfferedTool | ServerInstructions,
  role: ToolText['role'],
  { text, node }: PossibleText,
): ToolText {
  const { path, line } = known.program.placeOf(node)
  return { owner: textOwner(known, of), role, text, path, line }
}

export function textOwner({ program }: KnownProgram, of: OfferedTool | ServerInstructions): TextOwner {
  const { path, line } = program.placeOf(of.node)
  return {
    kind: 'kind' in of ? of.kind : 'instructions',
    name: (of.name ?? '…').slice(0, 300),
    declaredAt: { path, line },
  }
}
