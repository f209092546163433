import { readJavaScript } from './frontends/javascript/read-javascript.ts'
import { NotUnderstandable, tooComplex } from './parse-failure.ts'
import { readPython } from './frontends/python/read-python.ts'
import { languageOf, sourceDialectOf } from './source-dialect.ts'
import type { SourceFileReading } from './source-file.ts'

/**
 * Reads one source file. What no parser understands is a result; only what nobody foresaw is thrown. Hostile files
 * crash parsers or keep them busy for ever: call it where that does no harm.
 */
export function readSourceFile(file: { readonly path: string; readonly content: Buffer }): SourceFileReading {
  const dialect = sourceDialectOf(file)
  if (dialect === undefined) return { notUnderstood: { cause: 'syntax', reason: 'it is no source file' } }
  try {
    return {
      facts: {
        language: languageOf[dialect],
        ...(dialect === 'py' || dialect === 'pyi' ? readPython(file.content) : readJavaScript(file.content, dialect)),
      },
    }
  } catch (error) {
    const known = error instanceof RangeError ? tooComplex() : error
    if (!(known instanceof NotUnderstandable)) throw error
    return { notUnderstood: { cause: known.cause, reason: known.message } }
  }
}
