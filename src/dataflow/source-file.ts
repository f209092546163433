import { z } from 'zod'

export const SourceLanguage = z.enum(['javascript', 'typescript', 'python'])
export type SourceLanguage = z.infer<typeof SourceLanguage>

/** What one source file says of itself, by its text alone; the same for equal text and path class. */
export const SourceFileFacts = z.object({
  language: SourceLanguage,
  /** Modules that it imports, as written, in the order of the text; each once. */
  imports: z.array(z.object({ specifier: z.string(), line: z.int().positive(), kind: z.enum(['static', 'dynamic', 'require', 're-export', 'type']) })),
  /** Set when only a part of the file could be understood: why. */
  partial: z.string().optional(),
})
export type SourceFileFacts = z.infer<typeof SourceFileFacts>
