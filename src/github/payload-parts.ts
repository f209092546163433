import { z } from 'zod'

/** Parts that several of GitHub's payloads have, as far as they are used. Field names are GitHub's. */

export const Owner = z.object({ id: z.int(), login: z.string() })

export const Repository = z.object({
  id: z.int(),
  name: z.string(),
  private: z.boolean(),
  default_branch: z.string().optional(),
  owner: Owner,
})
export type Repository = z.output<typeof Repository>

/** The installation through which an event came; absent where the app's webhook is set up as a repository's. */
export const InstallationId = z.object({ id: z.int() }).optional()

export const Sha = z.string().regex(/^(?:[\da-f]{40}|[\da-f]{64})$/)

/** Of a branch that was created or deleted: no commit. */
export const noSha = /^0+$/
