import { z } from 'zod'

/**
 * Original source location of a position in a built file, according to the file's source map. For display only: a
 * source map can contain anything, so the file may not exist in the project.
 */
export const OriginalPlace = z
  .object({
    path: z.string().meta({ description: 'Relative path of the source file.' }),
    line: z.int().positive().meta({ description: 'Line number (1-based).' }),
  })
  .meta({
    id: 'OriginalPlace',
    description:
      'Location of the code in the original source, according to the source map of the built file. The location is ' +
      'for information only and does not affect any result. The source file might not exist in the project.',
  })
export type OriginalPlace = z.infer<typeof OriginalPlace>

/** Location in a scanned file. Lines and columns start at 1. */
export const Location = z
  .object({
    path: z.string().meta({ description: 'File path, relative to the project root.' }),
    startLine: z.int().positive().optional().meta({ description: 'Number of the first line (1-based).' }),
    startColumn: z.int().positive().optional().meta({ description: 'Number of the first column (1-based).' }),
    endLine: z.int().positive().optional().meta({ description: 'Number of the last line (1-based).' }),
    endColumn: z.int().positive().optional().meta({ description: 'Number of the last column (1-based).' }),
    snippet: z.string().optional().meta({ description: 'Code at this location, with secrets masked.' }),
    original: OriginalPlace.optional(),
  })
  .meta({ id: 'Location', description: 'A location in a file of the scanned project.' })
export type Location = z.infer<typeof Location>
