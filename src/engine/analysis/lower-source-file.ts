import { encodeModule } from './ir/encode-module.ts'
import type { IrModule } from './ir/ir-module.ts'
import { parsers } from './frontends/parsers.ts'
import { ParseFailure, tooComplex } from './parse-failure.ts'
import { dialectOf } from './source-dialect.ts'
import type { LoweredFile } from './lowered-file.ts'
import type { NotUnderstood } from './source-file.ts'

/** Lowers one source file to encoded IR. A file that cannot be parsed is a regular result, as in `readSourceFile`. */
export function lowerSourceFile(file: { readonly path: string; readonly content: Buffer }): LoweredFile {
  const lowered = lowerToModule(file)
  return 'unit' in lowered ? { unit: encodeModule(lowered.unit).toString('base64') } : lowered
}

/** Lowers one source file to IR. A file that cannot be parsed is a regular result. */
export function lowerToModule(file: {
  readonly path: string
  readonly content: Buffer
}): { readonly unit: IrModule } | { readonly notUnderstood: NotUnderstood } {
  const dialect = dialectOf(file)
  const parser = dialect && parsers.get(dialect.semantics)
  if (!parser || dialect.semantics.files.declaring.has(dialect.name))
    return { notUnderstood: { cause: 'syntax', reason: 'its language is not analyzed' } }
  try {
    return { unit: parser.lower(file.content, dialect.name) }
  } catch (error) {
    const known = error instanceof RangeError ? tooComplex() : error
    if (!(known instanceof ParseFailure)) throw error
    return { notUnderstood: { cause: known.cause, reason: known.message } }
  }
}
