import { isUtf8 } from 'node:buffer'
import { mayContainSource } from '../../may-contain-source.ts'
import { ParseFailure } from '../../parse-failure.ts'
import type { SourceFileFacts } from '../../source-file.ts'
import { javaScriptImports } from './javascript-imports.ts'
import { runsInBrowser } from './runs-in-browser.ts'
import { type JavaScriptDialect, parseJavaScript } from './parse-javascript.ts'

/**
 * Reads a JavaScript or TypeScript file as Node.js and the compilers do. Invalid UTF-8 becomes U+FFFD and is not an
 * error. Throws ParseFailure.
 */
export function readJavaScript(content: Buffer, dialect: JavaScriptDialect): Omit<SourceFileFacts, 'language'> {
  const text = decodeJavaScript(content)
  try {
    const { program, partial } = parseJavaScript(text, dialect)
    const read = javaScriptImports(program, text)
    return {
      ...read,
      ...(mayContainSource(text) && (runsInBrowser(program, text, read.imports) ? { page: true } : { entry: true })),
      ...(partial !== undefined && { partial }),
    }
  } catch (error) {
    const isBinary = content.includes(0) || !isUtf8(content)
    throw error instanceof ParseFailure && error.cause === 'syntax' && isBinary
      ? new ParseFailure('encoding', 'it is not text')
      : error
  }
}

/** Also decodes UTF-16 with a byte order mark, as the TypeScript compiler does. */
export function decodeJavaScript(content: Buffer): string {
  const encoding =
    content[0] === 0xff && content[1] === 0xfe
      ? 'utf-16le'
      : content[0] === 0xfe && content[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(content)
}
