import type { LanguageSemantics } from '../language-semantics.ts'
import type { IrModule } from '../ir/ir-module.ts'
import type { SourceFileFacts } from '../source-file.ts'
import { javaScriptParser } from './javascript/parser.ts'
import { javaScriptSemantics } from './javascript/semantics.ts'
import { pythonParser } from './python/parser.ts'
import { pythonSemantics } from './python/semantics.ts'

/** Parser of a front end. Hostile files can crash it or keep it busy: run it isolated. */
export interface LanguageParser {
  /** Returns what a file states about itself. Throws NotUnderstandable. */
  read(content: Buffer, dialect: string): Omit<SourceFileFacts, 'language'>
  /** Returns the intermediate representation of a file. Throws NotUnderstandable. */
  lower(content: Buffer, dialect: string): IrModule
}

/** Parsers by the semantics of their languages. Loading this file loads every parser. */
export const parsers: ReadonlyMap<LanguageSemantics, LanguageParser> = new Map([
  [javaScriptSemantics, javaScriptParser],
  [pythonSemantics, pythonParser],
])
