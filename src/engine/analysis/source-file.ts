import { z } from 'zod'
import { isFileProblem } from './frontends/file-problems.ts'
import { semanticsOf } from './frontends/catalogue.ts'

/** Name of a language that a front end reads. */
const SourceLanguage = z.string().refine((name) => semanticsOf(name) !== undefined)

/** One module that a file asks for. `type`: only the type checker does. */
export const SourceImport = z.object({
  /** As written. */
  specifier: z.string(),
  line: z.int().positive(),
  kind: z.enum(['static', 'dynamic', 'require', 're-export', 'type']),
  /** Imported names, where any of them may be a module below the specifier. */
  names: z.array(z.string()).optional(),
})
export type SourceImport = z.infer<typeof SourceImport>

/** What one source file says of itself, by its text alone; the same for equal text and path class. */
export const SourceFileFacts = z.object({
  language: SourceLanguage,
  /** Modules that it imports, in the order of the text; each once. */
  imports: z.array(SourceImport),
  /**
   * There where a word of its text stands for something that others reach: tools of an MCP server, routes, command
   * lines. Data is followed from there.
   */
  entry: z.literal(true).optional(),
  /**
   * Such a word stands in it, but it is a part of a web page, as far as its text alone tells: not where the project
   * runs it in Node.js.
   */
  page: z.literal(true).optional(),
  /** Set when only a part of the file could be understood: why. */
  partial: z.string().refine(isFileProblem).optional(),
})
export type SourceFileFacts = z.infer<typeof SourceFileFacts>

/**
 * Why nothing is known of a source file. `syntax`: no parser of its language understands it. `encoding`:
 * it is no text, or one in an unknown encoding. `complexity`: what parses it ran out of stack.
 */
export const NotUnderstood = z.object({
  cause: z.enum(['syntax', 'encoding', 'complexity']),
  /** For people; quotes nothing of the file. */ reason: z.string().refine(isFileProblem),
})
export type NotUnderstood = z.infer<typeof NotUnderstood>

/** What came of one source file. */
export const SourceFileReading = z.union([
  z.object({ facts: SourceFileFacts }),
  z.object({ notUnderstood: NotUnderstood }),
])
export type SourceFileReading = z.infer<typeof SourceFileReading>
