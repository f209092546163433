import { z } from 'zod'

/** A place in a file of the scanned project; lines and columns count from 1. */
export const Location = z.object({
  path: z.string().meta({ description: 'The file, from the root of the project.' }),
  startLine: z.int().positive().optional().meta({ description: 'First line, from 1.' }),
  startColumn: z.int().positive().optional().meta({ description: 'First column, from 1.' }),
  endLine: z.int().positive().optional().meta({ description: 'Last line, from 1.' }),
  endColumn: z.int().positive().optional().meta({ description: 'Last column, from 1.' }),
  snippet: z.string().optional().meta({ description: 'The text there, secrets masked.' }),
}).meta({ id: 'Location', description: 'A place in a file of the scanned project.' })
export type Location = z.infer<typeof Location>
