import { z } from 'zod'
import type { RuleMatch } from '../../rule-match.ts'

/** How one of the project's package names can be confused with one on a public registry. */
export const ConfusionArguments = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['pip-index', 'uv-strategy', 'poetry-source']) }),
  z.object({ kind: z.literal('unscoped-name'), name: z.string(), scope: z.string(), settingsPath: z.string() }),
  z.object({ kind: z.literal('high-version'), name: z.string(), version: z.string() }),
])
export type ConfusionArguments = z.infer<typeof ConfusionArguments>

export type ConfusionMatch = RuleMatch & { readonly arguments: ConfusionArguments }
