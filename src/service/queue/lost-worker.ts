/** What pg-boss itself writes of a job whose worker died or that ran out of time (its `plans.js`). */
const lostOutputs: ReadonlySet<string> = new Set(['job heartbeat timeout', 'job timed out'])

/**
 * True when a failure, or how an attempt before has ended, was not an error of the job: its worker died, or it never
 * came to an end.
 */
export function isLostWorker(failure: unknown): boolean {
  const value = typeof failure === 'object' && failure !== null && 'value' in failure ? failure.value : undefined
  return typeof value === 'object' && value !== null && 'message' in value && lostOutputs.has(String(value.message))
}
