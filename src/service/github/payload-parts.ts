import { z } from 'zod'

/** Parts that several of GitHub's payloads have, as far as they are used. Field names are GitHub's. */

/** Logins and names of repositories become addresses: nothing else is taken for one than what GitHub allows. */
export const Login = z.string().regex(/^[\w-]{1,100}$/)
export const RepositoryShortName = z.string().regex(/^(?!\.{1,2}$)[\w.-]{1,100}$/)

export const Owner = z.object({ id: z.int(), login: Login })

export const Repository = z.object({
  id: z.int(),
  name: RepositoryShortName,
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

/** A branch by name or as a whole ref, without what git refuses in one (git-check-ref-format(1)). */
export const RefName = z
  .string()
  .max(4_096)
  .regex(/^[^\p{Cc}\s~^:?*[\\]+$/u)

/** When something was changed at GitHub. */
export const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
