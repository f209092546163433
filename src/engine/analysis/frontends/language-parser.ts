import type { IrModule } from '../ir/ir-module.ts'
import type { SourceFileFacts } from '../source-file.ts'

/** Parser of a front end. Hostile files can crash it or keep it busy: run it isolated. */
export interface LanguageParser {
  /** Returns what a file states about itself. Throws ParseFailure. */
  read(content: Buffer, dialect: string): Omit<SourceFileFacts, 'language'>
  /** Returns the intermediate representation of a file. Throws ParseFailure. */
  lower(content: Buffer, dialect: string): IrModule
}
