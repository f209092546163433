import { z } from 'zod'
import { maxNameLength } from './frames.ts'
import { isTaskFailure, taskFailures } from './task-failure.ts'

/**
 * Messages from a child: it has loaded its tasks, requests another file, asks whether a file exists, or returns the
 * result for a question.
 */
const ChildMessage = z.union([
  z.strictObject({ ready: z.literal(true) }).transform(() => ({ kind: 'ready' as const })),
  z
    .strictObject({ wants: z.string().max(maxNameLength) })
    .transform(({ wants }) => ({ kind: 'wants' as const, name: wants })),
  z
    .strictObject({ asksFor: z.string().max(maxNameLength) })
    .transform(({ asksFor }) => ({ kind: 'asks-for' as const, name: asksFor })),
  z.strictObject({ result: z.unknown() }).transform(({ result }) => ({ kind: 'result' as const, result })),
  z
    .strictObject({ failure: z.string().refine(isTaskFailure) })
    .transform(({ failure }) => ({ kind: 'failure' as const, reason: taskFailures[failure] })),
  z.strictObject({ tooLarge: z.literal(true) }).transform(() => ({ kind: 'too-large' as const })),
])
export type ChildMessage = z.output<typeof ChildMessage>

/** Parses a frame from an untrusted child. Returns undefined if the frame is not a valid message. */
export function childMessage(frame: Buffer): ChildMessage | undefined {
  try {
    const message: unknown = JSON.parse(frame.toString())
    return hasOneField(message) ? ChildMessage.safeParse(message).data : undefined
  } catch {
    return undefined
  }
}

/**
 * Reports whether a message has exactly one field. This is checked before the schema, because the schema's error would
 * list all other fields of a hostile message, once for each kind of message.
 */
function hasOneField(message: unknown): boolean {
  return typeof message === 'object' && message !== null && !Array.isArray(message) && Object.keys(message).length === 1
}
