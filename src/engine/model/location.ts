import { z } from 'zod'

/**
 * From what a place of a built file was made, as the file's own source map says: for readers alone, as a map can say
 * anything. The file need not be part of the project.
 */
export const OriginalPlace = z
  .object({
    path: z.string().meta({ description: 'The source file, as a relative path.' }),
    line: z.int().positive().meta({ description: 'The line, from 1.' }),
  })
  .meta({
    id: 'OriginalPlace',
    description:
      'From what a place of a built file was made, as the source map beside it says. Nothing is judged by ' +
      'it, and the file need not be part of the project.',
  })
export type OriginalPlace = z.infer<typeof OriginalPlace>

/** A place in a file of the scanned project; lines and columns count from 1. */
export const Location = z
  .object({
    path: z.string().meta({ description: 'The file, from the root of the project.' }),
    startLine: z.int().positive().optional().meta({ description: 'First line, from 1.' }),
    startColumn: z.int().positive().optional().meta({ description: 'First column, from 1.' }),
    endLine: z.int().positive().optional().meta({ description: 'Last line, from 1.' }),
    endColumn: z.int().positive().optional().meta({ description: 'Last column, from 1.' }),
    snippet: z.string().optional().meta({ description: 'The text there, secrets masked.' }),
    original: OriginalPlace.optional(),
  })
  .meta({ id: 'Location', description: 'A place in a file of the scanned project.' })
export type Location = z.infer<typeof Location>
