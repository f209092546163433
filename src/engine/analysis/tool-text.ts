import { z } from 'zod'
import { ScannedTool } from '../model/scanned-tool.ts'

const Place = z.object({ path: z.string().max(4_096), line: z.int().positive() })

/** The tool, prompt, or resource that a text belongs to. */
export const TextOwner = z.object({
  kind: ScannedTool.shape.kind,
  name: z.string().max(300),
  /** Location of the declaration. */
  declaredAt: Place,
})
export type TextOwner = z.infer<typeof TextOwner>

/** Text that a model may read, and that is not in the reported definition of its tool. */
export const ToolText = z.object({
  owner: TextOwner,
  /** `description`, `title`: a text that the definition may have at run time. `result`: a text that is returned. */
  role: z.enum(['description', 'title', 'result']),
  text: z.string().max(20_000),
  ...Place.shape,
})
export type ToolText = z.infer<typeof ToolText>

/**
 * Why a definition can change after clients have read it. `call`: a request handler assigns another text. `timer`: a
 * timer assigns it. `counter`, `time`, `chance`: a handler selects one of several texts by a counter, the time, or a
 * random value. `network`: the text comes from a host.
 */
export const textChangeCauses = ['counter', 'time', 'chance', 'timer', 'call', 'network'] as const

export const TextChange = z.object({
  owner: TextOwner,
  cause: z.enum(textChangeCauses),
  isTitle: z.boolean().optional(),
  /** Host that sends the text, and whether it sends only a part. */
  host: z.string().max(300).optional(),
  isPart: z.boolean().optional(),
  ...Place.shape,
})
export type TextChange = z.infer<typeof TextChange>
