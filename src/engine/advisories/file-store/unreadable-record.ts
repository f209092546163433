import { z } from 'zod'

/** An unreadable record as it is stored. */
export const UnreadableRecord = z.object({
  id: z.string(),
  problem: z.string(),
  packages: z.array(z.string()),
  /** Milliseconds. */
  listed: z.number().optional(),
})
export type UnreadableRecord = z.infer<typeof UnreadableRecord>
