import { z } from 'zod'

/** Weaknesses that a call has regardless of its input. */
export const weaknesses = [
  /** Reads a token without verifying its signature. */
  'unverified-token',
  /** Hashes a password with a fast function. */
  'weak-password-hash',
  /** Signs sessions or tokens with a hard-coded key. */
  'literal-session-secret',
  /** Runs a web server with its debugger. */
  'debug-mode',
  /** Disables escaping in templates. */
  'template-escaping-off',
  /** Checks a command against a deny list. */
  'command-filter-bypass',
] as const
export type Weakness = (typeof weaknesses)[number]

/** A call or assignment that is insecure regardless of its input. */
export const WeakCall = z.object({
  weakness: z.enum(weaknesses),
  /** Name of the called function or assigned attribute: `jwt.decode`. */
  name: z.string().max(200),
  path: z.string().max(4_096),
  line: z.int().positive(),
  column: z.int().positive(),
})
export type WeakCall = z.infer<typeof WeakCall>
