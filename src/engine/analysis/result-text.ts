import { z } from 'zod'
import { ScannedTool } from '../model/scanned-tool.ts'

/** Constant text that a tool or resource returns to the model. */
export const ResultText = z.object({
  kind: ScannedTool.shape.kind,
  /** Name of the tool, and the place of its declaration. */
  tool: z.string().max(300),
  declaredAt: z.object({ path: z.string().max(4_096), line: z.int().positive() }),
  text: z.string().max(5_000),
  path: z.string().max(4_096),
  line: z.int().positive(),
})
export type ResultText = z.infer<typeof ResultText>
