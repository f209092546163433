import type { PartReceiver } from './isolation.ts'

/** File for a child to process. */
export interface Question {
  readonly task: string
  readonly path: string
  readonly content: Buffer
  readonly beside?: ((name: string) => Buffer | undefined) | undefined
  readonly isBeside?: ((name: string) => boolean) | undefined
  readonly takePart?: PartReceiver | undefined
}

/**
 * Result of a question: an answer, a failure of the task, a `death` (the child ended while working on the question), or
 * `untouched` if the child ended before it started on the question.
 */
export type Answer =
  | { readonly kind: 'result'; readonly result: unknown }
  | { readonly kind: 'failure'; readonly reason: string }
  | {
      readonly kind: 'death'
      readonly reason: string
      readonly lostMs: number
      readonly wasFresh: boolean
      readonly isOfMemory: boolean
      /** True if the child crashed without being killed. */ readonly isOfItself: boolean
      /** True if the machine may be at fault: the child had too little CPU time, or the system killed it. */
      readonly mayBeOfMachine: boolean
    }
  | { readonly kind: 'untouched' }

/** Child process that answers questions in order. Disposal kills the child and waits until it has ended. */
export interface Child extends AsyncDisposable {
  /**
   * Asks a question. Kills the child if the answer takes longer than `withinMs`, counted from the time when the child
   * starts on the question. Never rejects.
   */
  ask(question: Question, withinMs: number): Promise<Answer>
  /** Tasks that the child has loaded. Undefined means all tasks except those that require a separate child. */
  readonly tasks: readonly string[] | undefined
  /** True if the child accepts no more questions, because it has ended or reached its file or memory limit. */
  readonly isSpent: boolean
  /** CPU time since the child was ready, in milliseconds. 0 if the system does not report it. */
  readonly computedMs: number
  /** Why the child ended before it was ready. Undefined if it did become ready. */
  readonly startFailure: string | undefined
  /** Sets whether the child keeps the parent process alive. */
  hold(isHeld: boolean): void
}
