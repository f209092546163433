import type { FileOutcome } from '../../isolation/isolation.ts'

type FailedOutcome = Extract<FileOutcome, { failure: string }>

/**
 * Reports whether a child process failed because of what it received, although it had its full time. Then the next
 * attempt fails too.
 */
export function isLastingFailure(outcome: FailedOutcome, timeoutMs: number): boolean {
  return outcome.isOfTask === true || outcome.isOfMemory === true || (outcome.lostMs ?? 0) >= timeoutMs
}
