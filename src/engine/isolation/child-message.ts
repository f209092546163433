import { z } from 'zod'
import { maxNameLength } from './frames.ts'

/**
 * What a child may say: that its tasks are loaded, which file beside the one it works on it needs, which one it asks
 * about, or what came of the question that it was asked.
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
    .strictObject({ failure: z.string() })
    .transform(({ failure }) => ({ kind: 'failure' as const, reason: oneLine(failure) })),
  z.strictObject({ tooLarge: z.literal(true) }).transform(() => ({ kind: 'too-large' as const })),
])
export type ChildMessage = z.output<typeof ChildMessage>

/** Reads a frame of a child, which may hold anything; undefined for what is none of its messages. */
export function childMessage(frame: Buffer): ChildMessage | undefined {
  try {
    return ChildMessage.safeParse(JSON.parse(frame.toString())).data
  } catch {
    return undefined
  }
}

/** Characters of a reason: enough for a sentence. */
const reasonLength = 200

function oneLine(text: string): string {
  return (
    text
      .slice(0, reasonLength)
      .replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\s]+/gu, ' ')
      .trim() || 'its parser failed without a reason'
  )
}
