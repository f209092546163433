import { z } from 'zod'
import { ScannedTool } from '../model/scanned-tool.ts'

/**
 * Why the text of a definition is not the one that a reviewer of the package reads. `call`: the code of a tool assigns
 * it. `timer`: a timer assigns it. `time`, `counter`, `chance`: a condition on them selects it. `network`, `file`,
 * `environment`: it comes from there.
 */
export const runtimeTextCauses = [
  'call',
  'timer',
  'time',
  'counter',
  'chance',
  'network',
  'file',
  'environment',
] as const

/** Text of a definition that is decided at run time. */
export const RuntimeText = z.object({
  cause: z.enum(runtimeTextCauses),
  kind: ScannedTool.shape.kind,
  /** Name of the tool, and the place of its declaration. */
  tool: z.string().max(300),
  declaredAt: z.object({ path: z.string().max(4_096), line: z.int().positive() }),
  isTitle: z.boolean().optional(),
  /** True if the text that the program assigns is a constant. */
  isConstant: z.boolean().optional(),
  /** Host, folder, or environment variable from which the text comes. */
  name: z.string().max(300).optional(),
  path: z.string().max(4_096),
  line: z.int().positive(),
})
export type RuntimeText = z.infer<typeof RuntimeText>
