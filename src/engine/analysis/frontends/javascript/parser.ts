import type { LanguageParser } from '../language-parser.ts'
import { lowerJavaScriptText, lowerWholeJavaScript } from './lower-javascript.ts'
import { type JavaScriptDialect, javaScriptDialects } from './parse-javascript.ts'
import { decodeJavaScript, readJavaScript } from './read-javascript.ts'

export const javaScriptParser: LanguageParser = {
  read: (content, dialect) => readJavaScript(content, known(dialect)),
  lower: (content, dialect) => lowerJavaScriptText(decodeJavaScript(content), known(dialect)),
  lowerWhole: (content, dialect) => lowerWholeJavaScript(decodeJavaScript(content), known(dialect)),
}

function known(dialect: string): JavaScriptDialect {
  const found = javaScriptDialects.find((one) => one === dialect)
  if (found === undefined) throw new TypeError(`unknown dialect ${dialect}`)
  return found
}
