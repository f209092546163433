import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { Program } from '../../program/program.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { readText } from './constant-text.ts'
import type { OfferedTool } from './taint-source.ts'

/** Keys of a prompt message that hold its text. */
const textKeys: ReadonlySet<string> = new Set(['text', 'content', 'prompt', 'description'])

/** Maximum number of functions searched per prompt. */
const functionsOfPrompt = 20

/**
 * Returns the constant strings that each prompt's functions send to models, in order: return values, `text` or
 * `content` of messages, and parts of concatenated strings. If one function serves several prompts, only strings in the
 * prompt's own regions are included.
 */
export function promptTemplates(known: KnownProgram, tools: readonly OfferedTool[]): ReadonlyMap<OfferedTool, string> {
  const prompts = tools.filter(({ kind, functions }) => kind === 'prompt' && functions.length > 0)
  const found = new Map<OfferedTool, string>()
  if (prompts.length === 0) return found
  const texts = textsByFunction(
    known,
    new Set(prompts.flatMap(({ functions }) => functions.slice(0, functionsOfPrompt))),
  )
  for (const prompt of prompts) {
    const own = prompt.functions
      .slice(0, functionsOfPrompt)
      .flatMap((index) => texts.get(index) ?? [])
      .filter(({ node }) => isInside(known.program, prompt, node))
    const template = [...new Set(own.map(({ text }) => text))].join('\n').slice(0, dataflowLimits.maxTextCharacters)
    if (template !== '') found.set(prompt, template)
  }
  return found
}

function isInside(program: Program, { regions }: OfferedTool, node: number): boolean {
  return regions.length === 0 || regions.some((region) => program.isWithin(program.regionOf[node] ?? -1, region))
}

interface FunctionText {
  readonly node: number
  readonly text: string
}

/** Returns the strings in functions and in their nested functions, by outer function. */
function textsByFunction(
  known: KnownProgram,
  functions: ReadonlySet<number>,
): ReadonlyMap<number, readonly FunctionText[]> {
  const { program } = known
  const texts = new Map<number, FunctionText[]>()
  for (const node of program.index.ofAny(Op.Property, Op.Keyword, Op.Return)) {
    const value = textIn(program, node)
    if (value < 0) continue
    let index = program.functionOf(node)
    while (index >= 0 && !functions.has(index)) index = program.functions[index]?.parent ?? -1
    if (index < 0) continue
    const { text } = readText(known, value)
    // A single word is a role, a type, or a key, not message text.
    if (text === undefined || !text.trim().includes(' ')) continue
    const ofFunction = texts.get(index)
    if (ofFunction) ofFunction.push({ node, text })
    else texts.set(index, [{ node, text }])
  }
  return texts
}

/** Returns the value that a node contributes to the text sent to a model, or -1. */
function textIn(program: Program, node: number): number {
  switch (program.op(node)) {
    case Op.Property:
    case Op.Keyword:
      return textKeys.has(program.text(node, 0)) ? program.operand(node, 1) : -1
    case Op.Return:
      return program.operand(node, 0)
    default:
      return -1
  }
}
