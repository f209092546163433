import { z } from 'zod'

/** Unreadable record in stored form. */
export const UnreadableRecord = z.object({
  id: z.string(),
  problem: z.string(),
  packages: z.array(z.string()),
  /** Time in milliseconds. */
  listed: z.number().optional(),
})
export type UnreadableRecord = z.infer<typeof UnreadableRecord>
