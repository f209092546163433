import type { GitHubEvent } from './github-event.ts'

/**
 * Result of parsing a payload: its required parts, `isLetPass` if the event has no effect, or a problem if the payload
 * is invalid. The problem is a sentence that includes nothing from the payload.
 */
export type PayloadReading =
  | { readonly payload: Record<string, unknown> }
  | { readonly isLetPass: true }
  | { readonly problem: string }

/** Parses a payload with the schema of its event. The result can be parsed again, also after a JSON round trip. */
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
