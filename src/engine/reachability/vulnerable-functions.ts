import { z } from 'zod'

/** Kinds of changes that often are the fix itself. */
export const changeSigns = ['condition', 'throw', 'check', 'pattern', 'removed-call'] as const
export type ChangeSign = (typeof changeSigns)[number]

/** A function that a fix changed. */
export const VulnerableFunction = z.object({
  /** Path in the package. */
  path: z.string().max(1_000),
  /** Names of the enclosing functions and classes and of the function, as `functionNames` returns them. */
  name: z.string().max(1_000),
  /** Line in the last affected version (1-based). */
  line: z.int().positive(),
  /**
   * `changed` or `removed` by the fix. `calls-added`: calls a function that the fix added. `reads-changed`: reads
   * module state that the fix changed.
   */
  change: z.enum(['changed', 'removed', 'calls-added', 'reads-changed']),
  /**
   * What suggests that the change is the fix: it adds a condition, a `throw`, a call to a check, or a pattern, or it
   * removes a call of a dangerous function.
   */
  signs: z.array(z.enum(changeSigns)).max(changeSigns.length),
  /**
   * True if the change may have no effect: only the text differs, or another compiler changed most of the file. In the
   * second case, the module body represents the file.
   */
  isWeak: z.literal(true).optional(),
})
export type VulnerableFunction = z.infer<typeof VulnerableFunction>

/** Functions that the fix of an advisory changed, derived from the archives before and after the fix. */
export const VulnerableFunctions = z.object({
  ecosystem: z.enum(['npm', 'PyPI']),
  name: z.string(),
  /** Last affected version of the branch that the fix belongs to. */
  affectedVersion: z.string(),
  fixedVersion: z.string(),
  /** `high`: a small release, so that the list names the cause. `low`: other changes hide the cause. */
  confidence: z.enum(['high', 'low']),
  /** Empty if no function changed. Every function that changed otherwise, most likely cause first. */
  functions: z.array(VulnerableFunction).max(2_000),
  /** Why `functions` is empty or incomplete. */
  shortfall: z.enum(['no-function-changed', 'too-many-changes', 'not-parsed']).optional(),
})
export type VulnerableFunctions = z.infer<typeof VulnerableFunctions>
