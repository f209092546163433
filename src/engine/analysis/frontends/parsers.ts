import type { LanguageSemantics } from '../language-semantics.ts'
import type { LanguageParser } from './language-parser.ts'
import { javaScriptParser } from './javascript/parser.ts'
import { javaScriptSemantics } from './javascript/semantics.ts'
import { pythonParser } from './python/parser.ts'
import { pythonSemantics } from './python/semantics.ts'

/** Parsers by language semantics. Importing this file loads every parser. */
export const parsers: ReadonlyMap<LanguageSemantics, LanguageParser> = new Map([
  [javaScriptSemantics, javaScriptParser],
  [pythonSemantics, pythonParser],
])
