import type { NotUnderstood } from './source-file.ts'

/** Thrown for a source file that no parser for its language accepts, with the reason. */
export class ParseFailure extends Error {
  override readonly name = 'NotUnderstandable'
  override readonly cause: NotUnderstood['cause']

  constructor(cause: NotUnderstood['cause'], reason: string) {
    super(reason)
    this.cause = cause
  }
}

/**
 * Returns the failure for a syntax error. The erroneous line may suggest the cause, which is commonly a template or an
 * unresolved merge conflict. `line` starts at 1.
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

/** Returns the failure for a parser stack overflow, which only generated code causes. */
export function tooComplex(): ParseFailure {
  return new ParseFailure('complexity', 'it is nested too deeply')
}
