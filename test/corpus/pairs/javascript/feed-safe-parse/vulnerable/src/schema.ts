import { z } from 'zod'

export const CostQuery = z.object({
  region: z.string().min(2).max(200),
  days: z.number().int().min(1).max(90).default(30),
})

export type CostQuery = z.infer<typeof CostQuery>
