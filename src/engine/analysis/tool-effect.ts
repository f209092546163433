import { z } from 'zod'

/** What a call in the function of a tool does every time the tool runs. */
export const toolEffectKinds = ['changes-file', 'runs-command'] as const

/**
 * Call in a tool's own function that changes a file named by an argument, or that runs a constant command that changes
 * something. No condition guards the call.
 */
export const ToolEffect = z.object({
  effect: z.enum(toolEffectKinds),
  /** Name of the tool, and the place of its declaration. */
  tool: z.string().max(300),
  declaredAt: z.object({ path: z.string().max(4_096), line: z.int().positive() }),
  /** Name of the called function, such as `fs.unlinkSync`, or the start of the command: `git push`. */
  name: z.string().max(200),
  /** True if the file is an output that the caller names. */
  isOutput: z.boolean().optional(),
  path: z.string().max(4_096),
  line: z.int().positive(),
})
export type ToolEffect = z.infer<typeof ToolEffect>

/** Effects of a project's tools. */
export const ToolEffects = z.object({
  effects: z.array(ToolEffect).max(1_000),
  /** Number of tools whose effects may be missing because a limit was reached. */
  cutTools: z.int().nonnegative(),
})
export type ToolEffects = z.infer<typeof ToolEffects>
