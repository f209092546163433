/**
 * Reasons why a task failed. A child sends only one of these codes, because otherwise a compromised child could send
 * any text.
 */
export const taskFailures = {
  'no-error': 'its parser failed without a reason',
  'no-task': 'its parser does not exist',
  'out-of-stack': 'its parser ran out of stack',
  'text-too-long': 'its parser needed a text that is longer than JavaScript allows',
  RangeError: 'its parser failed (RangeError)',
  SyntaxError: 'its parser failed (SyntaxError)',
  TypeError: 'its parser failed (TypeError)',
  Error: 'its parser failed (Error)',
} as const
export type TaskFailure = keyof typeof taskFailures

/** Reports whether a code is valid. Checked because the child is untrusted. */
export function isTaskFailure(code: string): code is TaskFailure {
  return Object.hasOwn(taskFailures, code)
}

/** Thrown if a question names a task that does not exist. */
export class NoSuchTask extends Error {
  override readonly name = 'NoSuchTask'
}

/** Returns the code for an error thrown by a task. */
export function taskFailureOf(error: unknown): TaskFailure {
  if (!(error instanceof Error)) return 'no-error'
  if (error instanceof NoSuchTask) return 'no-task'
  if (error instanceof RangeError && /call stack/.test(error.message)) return 'out-of-stack'
  if (error instanceof RangeError && /string length/.test(error.message)) return 'text-too-long'
  return error instanceof RangeError || error instanceof SyntaxError || error instanceof TypeError
    ? nameOf(error)
    : 'Error'
}

function nameOf(error: RangeError | SyntaxError | TypeError): TaskFailure {
  if (error instanceof RangeError) return 'RangeError'
  return error instanceof SyntaxError ? 'SyntaxError' : 'TypeError'
}
