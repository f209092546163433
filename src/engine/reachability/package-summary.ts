import { z } from 'zod'

/** Summary of one package version or project: what each file loads, defines, and calls. */
export const PackageSummary = z.object({})
export type PackageSummary = z.infer<typeof PackageSummary>
