import { z } from 'zod'

/** Parts shared by several GitHub payloads. Field names are GitHub's. */

/** Logins and repository names become parts of URLs, so only characters allowed by GitHub are accepted. */
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

/** Installation that an event concerns. Undefined if the app's URL is configured as a repository webhook. */
export const InstallationId = z.object({ id: z.int() }).optional()

export const Sha = z.string().regex(/^(?:[\da-f]{40}|[\da-f]{64})$/)

/** The null commit, which GitHub sends for a created or deleted branch. */
export const noSha = /^0+$/

/** A branch name or complete ref, without the characters that git rejects (git-check-ref-format(1)). */
export const RefName = z
  .string()
  .max(4_096)
  .regex(/^[^\p{Cc}\s~^:?*[\\]+$/u)

/** Time of a change on GitHub. */
export const Moment = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
