import { z } from 'zod'

/**
 * The source location of a place in a built file, from its own source map. For display only, because a source map can
 * contain anything. The file may be missing from the project.
 */
export const OriginalPlace = z
  .object({
    path: z.string().meta({ description: 'Source file, as a relative path.' }),
    line: z.int().positive().meta({ description: 'Line number, starting at 1.' }),
  })
  .meta({
    id: 'OriginalPlace',
    description:
      'Source location of a place in a built file, from the source map beside it. For information only: no ' +
      'result depends on it, and the file may be missing from the project.',
  })
export type OriginalPlace = z.infer<typeof OriginalPlace>

/** A place in a file of the scanned project. Lines and columns start at 1. */
export const Location = z
  .object({
    path: z.string().meta({ description: 'File, relative to the root of the project.' }),
    startLine: z.int().positive().optional().meta({ description: 'First line, starting at 1.' }),
    startColumn: z.int().positive().optional().meta({ description: 'First column, starting at 1.' }),
    endLine: z.int().positive().optional().meta({ description: 'Last line, starting at 1.' }),
    endColumn: z.int().positive().optional().meta({ description: 'Last column, starting at 1.' }),
    snippet: z.string().optional().meta({ description: 'Code at this location, with secrets masked.' }),
    original: OriginalPlace.optional(),
  })
  .meta({ id: 'Location', description: 'A place in a file of the scanned project.' })
export type Location = z.infer<typeof Location>
