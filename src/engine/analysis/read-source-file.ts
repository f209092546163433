import { parsers } from './frontends/parsers.ts'
import { ParseFailure, tooComplex } from './parse-failure.ts'
import { dialectOf } from './source-dialect.ts'
import type { SourceFileReading } from './source-file.ts'

/**
 * Reads one source file. A file that cannot be parsed is a regular result; only unexpected errors are thrown. Malicious
 * files can crash parsers or make them hang, so call this function in an isolated process.
 */
export function readSourceFile(file: { readonly path: string; readonly content: Buffer }): SourceFileReading {
  const dialect = dialectOf(file)
  const parser = dialect && parsers.get(dialect.semantics)
  if (!parser) return { notUnderstood: { cause: 'syntax', reason: 'it is not a source file' } }
  try {
    return {
      facts: {
        language: dialect.language,
        ...parser.read(file.content, dialect.name),
      },
    }
  } catch (error) {
    const known = error instanceof RangeError ? tooComplex() : error
    if (!(known instanceof ParseFailure)) throw error
    return { notUnderstood: { cause: known.cause, reason: known.message } }
  }
}
