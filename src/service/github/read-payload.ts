import type { GitHubEvent } from './github-event.ts'

/**
 * What is used of a payload; or that nothing follows from it; or why it was not understood, as a sentence without
 * anything that it says.
 */
export type PayloadReading =
  | { readonly payload: Record<string, unknown> }
  | { readonly isLetPass: true }
  | { readonly problem: string }

/** Reads a payload as its event has it. Of its own outcome, also after JSON, it gives the same again. */
export function readPayload({ actions, payload: shape }: GitHubEvent, told: unknown): PayloadReading {
  const action = typeof told === 'object' && told !== null && 'action' in told ? told.action : undefined
  if (actions && !actions.includes(String(action))) return { isLetPass: true }
  const parsed = shape.safeParse(told)
  return parsed.success
    ? { payload: { ...parsed.data, ...(actions && { action }) } }
    : {
        problem:
          'The payload has an unexpected value at ' +
          `${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}.`,
      }
}
