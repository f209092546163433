import { type Module, parse } from 'py-ast'
import { ParseFailure, syntaxError, tooComplex } from '../../parse-failure.ts'

/** Parses Python 3 source. Throws ParseFailure. */
export function parsePython(text: string): Module {
  try {
    return parse(text)
  } catch (error) {
    // Form feeds separate pages and have no meaning. The parser does not support them.
    if (text.includes('\f') && !(error instanceof RangeError))
      return parsePython(text.replaceAll(/^[ \t]*\f+/gm, '').replaceAll('\f', ' '))
    if (error instanceof RangeError) throw tooComplex()
    const line = lineOf(error)
    throw isPython2(line === undefined ? '' : lineAt(text, line))
      ? new ParseFailure('syntax', `it has Python 2 syntax on line ${line}`)
      : syntaxError(text, line)
  }
}

/** True for statements that exist only in Python 2. */
function isPython2(line: string): boolean {
  return (
    /^\s*(?:print\s+[\w"'%>`-]|print\s*$|exec\s+[\w"']|raise\s+[\w.]+\s*,|except\s+[\w.()]+\s*,)|<>|`|\bur["']/.test(
      line,
    ) || /(?::|;)\s*print\s+["'\w]/.test(line)
  )
}

const lineAt = (text: string, line: number) => (text.split('\n', line)[line - 1] ?? '').slice(0, 1_000)

/** Parser errors store the line as a property or at the end of the message. */
function lineOf(error: unknown): number | undefined {
  if (!(error instanceof Error)) return undefined
  if ('lineno' in error && typeof error.lineno === 'number') return error.lineno
  const told = /at line (\d+)/.exec(error.message)?.[1]
  return told === undefined ? undefined : Number(told)
}
