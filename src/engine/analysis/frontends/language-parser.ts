import type { IrModule } from '../ir/ir-module.ts'
import type { SourceFileFacts } from '../source-file.ts'

/** Parser of a frontend. Malicious files can crash it or make it hang, so run it in an isolated process. */
export interface LanguageParser {
  /** Returns a file's facts. Throws ParseFailure. */
  read(content: Buffer, dialect: string): Omit<SourceFileFacts, 'language'>
  /** Returns a file's IR. Throws ParseFailure. */
  lower(content: Buffer, dialect: string): IrModule
}
