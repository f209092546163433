import { type ComparableFunction, type ComparableModule, functionOfNode } from './comparable-module.ts'
import type { StableText } from './stable-text.ts'

/** Comments and strings of the supported languages. A string is kept, a comment is not. */
const javaScriptTokens =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|[\w$]+|[^\s\w$]/g
const pythonTokens = /#[^\n]*|"""[\s\S]*?"""|'''[\s\S]*?'''|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\w+|[^\s\w]/g

interface Token {
  readonly text: string
  readonly offset: number
}

/**
 * Returns the functions of the affected version where the text of a file first and last differs, apart from comments
 * and space. For changes that the intermediate representation does not show.
 */
export function functionsWithOtherText(
  before: ComparableModule,
  after: ComparableModule,
  stable: StableText,
): ComparableFunction[] {
  const [tokens, others] = [tokensOf(before), tokensOf(after)]
  if (contentOf(tokens, stable) === contentOf(others, stable)) return []
  let start = 0
  while (start < tokens.length && tokens[start]?.text === others[start]?.text) start += 1
  let [end, otherEnd] = [tokens.length - 1, others.length - 1]
  while (end >= start && otherEnd >= start && tokens[end]?.text === others[otherEnd]?.text) {
    end -= 1
    otherEnd -= 1
  }
  if (end < start && otherEnd < start) return []
  const owners = [start, Math.max(start, end)].map((at) => functionAt(before, tokens[at]?.offset ?? before.text.length))
  return [...new Set(owners)].flatMap((index) => before.functions[index] ?? [])
}

/** Operators and constants of a text in any order, without names and punctuation that a formatter adds. */
function contentOf(tokens: readonly Token[], stable: StableText): string {
  return tokens
    .flatMap(({ text }) => {
      if (/^["'`]/.test(text)) return [stable.ofLiteral(text.slice(1, -1))]
      return /^[A-Za-z_$,;(){}]/.test(text) ? [] : [text]
    })
    .sort()
    .join('\n')
}

function tokensOf({ text, unit }: ComparableModule): Token[] {
  const isPython = unit.language === 'python'
  const tokens: Token[] = []
  for (const match of text.matchAll(isPython ? pythonTokens : javaScriptTokens)) {
    const isComment = isPython ? match[0].startsWith('#') : /^\/[/*]/.test(match[0]) && match[0].length > 1
    if (!isComment) tokens.push({ text: match[0], offset: match.index })
  }
  return tokens
}

/** Function of the node that is closest before an offset. */
function functionAt({ unit }: ComparableModule, offset: number): number {
  let [closest, distance] = [0, Number.POSITIVE_INFINITY]
  for (let node = 0; node < unit.ops.length; node += 1) {
    const before = offset - (unit.offsets[node] ?? 0)
    if (before < 0 || before > distance) continue
    closest = functionOfNode(unit, node)
    distance = before
  }
  return closest
}
