import type { WholeFile } from './frontends/language-parser.ts'
import { parsers } from './frontends/parsers.ts'
import { ParseFailure, tooComplex } from './parse-failure.ts'
import { dialectOf } from './source-dialect.ts'
import type { NotUnderstood } from './source-file.ts'

/**
 * Lowers one source file to IR, including bundled code of other packages, which `lowerSourceFile` leaves out. A file
 * that cannot be parsed is a regular result.
 */
export function lowerForSummary(file: {
  readonly path: string
  readonly content: Buffer
}): WholeFile | { readonly notUnderstood: NotUnderstood } {
  const dialect = dialectOf(file)
  const parser = dialect && parsers.get(dialect.semantics)
  if (!parser || dialect.semantics.files.declaring.has(dialect.name))
    return { notUnderstood: { cause: 'syntax', reason: 'its language is not analyzed' } }
  try {
    return parser.lowerWhole(file.content, dialect.name)
  } catch (error) {
    const known = error instanceof RangeError ? tooComplex() : error
    if (!(known instanceof ParseFailure)) throw error
    return { notUnderstood: { cause: known.cause, reason: known.message } }
  }
}
