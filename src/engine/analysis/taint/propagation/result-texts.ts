import { dataflowLimits } from '../../dataflow-limits.ts'
import { Op } from '../../ir/operations.ts'
import type { ResultText } from '../../result-text.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { positionalArguments } from '../../schemas/schema-steps.ts'
import { readText } from '../sources/constant-text.ts'
import type { OfferedTool } from '../sources/taint-source.ts'

/** Keys of results that hold text: `{ type: 'text', text }`, `TextContent(text=…)`. */
const textKeys: ReadonlySet<string> = new Set(['text', 'content', 'message', 'structuredContent'])

/** Maximum number of functions searched per tool, of values read, of texts, and of their characters. */
const bounds = { functions: 20, values: 2_000, texts: 500, characters: 150_000, text: 5_000 }

/** Minimum length of a text that can give an order. A suspicious order also contains one of these words. */
const minLength = 40
const suspicious = new RegExp(
  String.raw`\b(?:do not|don't|never|must not|should not|without|silent\w*|secret\w*|quiet\w*|hid\w+|ignore|` +
    String.raw`disregard|forget|override|void|supersede\w*|id_\w+|credentials?|passwords?|cookies?|` +
    String.raw`(?:api |private |ssh )?keys?|tokens?|conversation|history)\b|\.env\b`,
  'i',
)

/**
 * Returns the constant texts that tools and resources return to the model: return values, `text` of contents, arguments
 * of helpers whose result is returned, and messages of errors. Prompts are read as a part of their definition.
 */
export function resultTexts(known: KnownProgram, tools: readonly OfferedTool[]): readonly ResultText[] {
  const { program } = known
  const owners = new Map<number, OfferedTool[]>()
  for (const tool of tools) {
    if (tool.kind === 'prompt') continue
    for (const index of tool.functions.slice(0, bounds.functions)) {
      const others = owners.get(index)
      if (others) others.push(tool)
      else owners.set(index, [tool])
    }
  }
  if (owners.size === 0) return []
  const found = new Map<string, ResultText>()
  let [characters, values] = [0, 0]
  for (const node of program.index.ofAny(Op.Property, Op.Keyword, Op.Return, Op.Throw)) {
    let index = program.functionOf(node)
    while (index >= 0 && !owners.has(index)) index = program.functions[index]?.parent ?? -1
    const tool = owners.get(index)?.find((one) => isInside(known, one, node))
    if (!tool) continue
    for (const value of returnedBy(known, node)) {
      if ((values += 1) > bounds.values) return [...found.values()]
      const { text: main, others } = readText(known, value)
      for (const text of main === undefined ? [] : [main, ...others]) {
        if (text.length < minLength || !suspicious.test(text) || found.has(text)) continue
        characters += Math.min(text.length, bounds.text)
        if (found.size >= bounds.texts || characters > bounds.characters) return [...found.values()]
        const [declared, { path, line }] = [program.placeOf(tool.node), program.placeOf(node)]
        found.set(text, {
          kind: tool.kind,
          tool: tool.name.slice(0, 300),
          declaredAt: { path: declared.path, line: declared.line },
          text: text.slice(0, Math.min(bounds.text, dataflowLimits.maxTextCharacters)),
          path,
          line,
        })
      }
    }
  }
  return [...found.values()]
}

function isInside({ program }: KnownProgram, { regions }: OfferedTool, node: number): boolean {
  return regions.length === 0 || regions.some((region) => program.isWithin(program.regionOf[node] ?? -1, region))
}

/** Returns the values that a node contributes to a result. */
function returnedBy(known: KnownProgram, node: number): readonly number[] {
  const { program } = known
  switch (program.op(node)) {
    case Op.Property:
    case Op.Keyword:
      return textKeys.has(program.text(node, 0)) ? [program.operand(node, 1)] : []
    case Op.Return:
    case Op.Throw: {
      const value = program.operand(node, 0)
      const call = program.op(value) === Op.Await ? program.operand(value, 0) : value
      const isCall = program.op(call) === Op.Call || program.op(call) === Op.New
      if (isCall) return [call, ...positionalArguments(known, call)]
      if (program.op(value) !== Op.ArrayOf) return [value]
      return Array.from({ length: program.operandCount(value) }, (_none, index) => program.operand(value, index))
    }
    default:
      return []
  }
}
