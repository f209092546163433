import type { IrModule } from '../ir/ir-module.ts'
import type { SourceFileFacts } from '../source-file.ts'

/** IR of a file, including bundled code of other packages. */
export interface WholeFile {
  readonly unit: IrModule
  /** Reason why part of the file is missing. Absent if it is complete. */
  readonly partial?: string
}

/** Parser of a frontend. Malicious files can crash it or make it hang, so run it in an isolated process. */
export interface LanguageParser {
  /** Returns a file's facts. Throws ParseFailure. */
  read(content: Buffer, dialect: string): Omit<SourceFileFacts, 'language'>
  /** Returns a file's IR. Throws ParseFailure. */
  lower(content: Buffer, dialect: string): IrModule
  /** Returns a file's IR with bundled code of other packages. Throws ParseFailure. */
  lowerWhole(content: Buffer, dialect: string): WholeFile
}
