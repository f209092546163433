import type { NotUnderstood } from './source-file.ts'

/** A source file that no parser of its language understands, and why. */
export class ParseFailure extends Error {
  override readonly name = 'NotUnderstandable'
  override readonly cause: NotUnderstood['cause']

  constructor(cause: NotUnderstood['cause'], reason: string) {
    super(reason)
    this.cause = cause
  }
}

/**
 * A syntax error, with what the text around it tells of its origin: a template that was not filled in and a merge
 * that was never finished are the common ones. `line` counts from 1.
 */
export function syntaxError(text: string, line: number | undefined): ParseFailure {
  const lines = text.split('\n', 100_000)
  const where = line === undefined ? 'it has a syntax error' : `it has a syntax error on line ${line}`
  const erroneous = line === undefined ? '' : (lines[line - 1] ?? '').slice(0, 1_000)
  if (/^(?:<{7}|={7}|>{7})(?: |$)/.test(erroneous))
    return new ParseFailure('syntax', `${where}, in an unresolved merge conflict`)
  if (/\{\{|\{%|<%/.test(erroneous)) return new ParseFailure('syntax', `${where}, which looks like a template`)
  return new ParseFailure('syntax', where)
}

/** The parser ran out of stack, which happens to what no person writes. */
export function tooComplex(): ParseFailure {
  return new ParseFailure('complexity', 'it is nested too deeply')
}
