import { z } from 'zod'

/** A place in a file of the scanned project; lines and columns count from 1. */
export const Location = z.object({
  path: z.string(),
  startLine: z.int().positive().optional(),
  startColumn: z.int().positive().optional(),
  endLine: z.int().positive().optional(),
  endColumn: z.int().positive().optional(),
  snippet: z.string().optional(),
}).meta({ id: 'Location' })
export type Location = z.infer<typeof Location>
