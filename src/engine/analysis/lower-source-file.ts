import { encodeUnit } from './ir/encode-module.ts'
import { lowerJavaScriptText } from './frontends/javascript/lower-javascript.ts'
import { decodeJavaScript } from './frontends/javascript/read-javascript.ts'
import { NotUnderstandable, tooComplex } from './parse-failure.ts'
import { decodePython } from './frontends/python/decode-python.ts'
import { lowerPythonText } from './frontends/python/lower-python.ts'
import { sourceDialectOf } from './source-dialect.ts'
import type { LoweredFile } from './lowered-file.ts'

/**
 * Brings one source file into the intermediate form. What no parser understands is a result, as in `readSourceFile`.
 */
export function lowerSourceFile(file: { readonly path: string; readonly content: Buffer }): LoweredFile {
  const dialect = sourceDialectOf(file)
  if (dialect === undefined || dialect === 'pyi')
    return { notUnderstood: { cause: 'syntax', reason: 'it is in no language that is followed' } }
  try {
    const unit =
      dialect === 'py'
        ? lowerPythonText(decodePython(file.content))
        : lowerJavaScriptText(decodeJavaScript(file.content), dialect)
    return { unit: encodeUnit(unit).toString('base64') }
  } catch (error) {
    const known = error instanceof RangeError ? tooComplex() : error
    if (!(known instanceof NotUnderstandable)) throw error
    return { notUnderstood: { cause: known.cause, reason: known.message } }
  }
}
