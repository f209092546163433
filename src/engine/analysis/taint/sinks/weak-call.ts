import { z } from 'zod'

/** What is weak about a call, whatever data reaches it. */
export const weaknesses = [
  /** A token is read without a check of its signature. */
  'unverified-token',
  /** A password is hashed with a fast function. */
  'weak-password-hash',
  /** A key that signs sessions or tokens is in the code. */
  'literal-session-secret',
  /** A web server runs with its debugger. */
  'debug-mode',
  /** Templates do not escape values. */
  'template-escaping-off',
  /** A command is compared with a list of forbidden ones. */
  'command-filter-bypass',
] as const
export type Weakness = (typeof weaknesses)[number]

/** A call, or an assignment, that is weak by itself. */
export const WeakCall = z.object({
  weakness: z.enum(weaknesses),
  /** What is called or assigned: `jwt.decode`. */
  name: z.string().max(200),
  path: z.string().max(4_096),
  line: z.int().positive(),
  column: z.int().positive(),
})
export type WeakCall = z.infer<typeof WeakCall>
