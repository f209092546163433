/** Failures that pg-boss writes for a job whose worker died or that timed out (`plans.js`). */
const lostOutputs: ReadonlySet<string> = new Set(['job heartbeat timeout', 'job timed out'])

/**
 * Reports whether this or the previous attempt failed without an error in the job itself, because its worker died or it
 * never finished.
 */
export function isLostWorker(failure: unknown): boolean {
  const value = typeof failure === 'object' && failure !== null && 'value' in failure ? failure.value : undefined
  return typeof value === 'object' && value !== null && 'message' in value && lostOutputs.has(String(value.message))
}
