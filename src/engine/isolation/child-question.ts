import type { PartReceiver } from './isolation.ts'

/** One file as input of a child. */
export interface Question {
  readonly task: string
  readonly path: string
  readonly content: Buffer
  readonly beside?: ((name: string) => Buffer | undefined) | undefined
  readonly isBeside?: ((name: string) => boolean) | undefined
  readonly takePart?: PartReceiver | undefined
}

/**
 * Result of a question: an answer, a failure of the task, the end of the child while it worked on it, or nothing,
 * because the child ended before it started.
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
      /** The child crashed; it was not killed. */ readonly isOfItself: boolean
      /** The machine may be the cause: the child had too little processor time, or the system killed it. */
      readonly mayBeOfMachine: boolean
    }
  | { readonly kind: 'untouched' }

/** A process that answers questions in order. Disposal kills it and waits until it has ended. */
export interface Child extends AsyncDisposable {
  /** The child is killed if the answer takes longer, from the moment when its turn comes. Never rejects. */
  ask(question: Question, withinMs: number): Promise<Answer>
  /** The tasks that it has loaded. Undefined: all that do not have children of their own. */
  readonly tasks: readonly string[] | undefined
  /** Accepts no more questions: it has ended, or has reached its number of files or its memory. */
  readonly isSpent: boolean
  /** Processor time since it was ready, in milliseconds. 0 if the system does not provide it. */
  readonly computedMs: number
  /** Why it ended before it was ready. Undefined otherwise. */
  readonly startFailure: string | undefined
  /** Whether it keeps this process running. */
  hold(isHeld: boolean): void
}
