import { z } from 'zod'
import { isFileProblem } from './frontends/file-problems.ts'
import { semanticsOf } from './frontends/catalogue.ts'
import { sourceFileLimits } from './source-file-limits.ts'

/** Name of a language that a frontend reads. */
const SourceLanguage = z.string().refine((name) => semanticsOf(name) !== undefined)

/** One imported module. A `type` import exists only for the type checker. */
export const SourceImport = z.object({
  specifier: z.string().max(sourceFileLimits.maxSpecifierCharacters),
  line: z.int().positive(),
  kind: z.enum(['static', 'dynamic', 'require', 're-export', 'type']),
  /** Imported names, if any of them may be a submodule of the specifier. */
  names: z.array(z.string()).max(sourceFileLimits.maxImportedNames).optional(),
})
export type SourceImport = z.infer<typeof SourceImport>

/** Facts about one source file that depend only on its text and path class. */
export const SourceFileFacts = z.object({
  language: SourceLanguage,
  /** Imported modules in source order, without duplicates. */
  imports: z.array(SourceImport).max(sourceFileLimits.maxImports),
  /** True if the text contains a word that suggests taint sources: MCP tools, routes, or command lines. */
  entry: z.literal(true).optional(),
  /**
   * True if the text contains a word that suggests taint sources but looks like part of a web page. Ignored if the
   * project runs the file in Node.js.
   */
  page: z.literal(true).optional(),
  /** Reason why only part of the file could be read. Absent if all of it was read. */
  partial: z.string().refine(isFileProblem).optional(),
})
export type SourceFileFacts = z.infer<typeof SourceFileFacts>

/**
 * Why a source file could not be read. `syntax`: no parser for its language accepts it. `encoding`: it is not text, or
 * its encoding is unknown. `complexity`: the parser overflowed the stack.
 */
export const NotUnderstood = z.object({
  cause: z.enum(['syntax', 'encoding', 'complexity']),
  /** Human-readable. Does not quote the file. */ reason: z.string().refine(isFileProblem),
})
export type NotUnderstood = z.infer<typeof NotUnderstood>

export const SourceFileReading = z.union([
  z.object({ facts: SourceFileFacts }),
  z.object({ notUnderstood: NotUnderstood }),
])
export type SourceFileReading = z.infer<typeof SourceFileReading>
