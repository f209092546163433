/** One file, on its way to a child. */
export interface Question {
  readonly task: string
  readonly path: string
  readonly content: Buffer
  readonly beside?: ((name: string) => Buffer | undefined) | undefined
  readonly isBeside?: ((name: string) => boolean) | undefined
}

/**
 * What became of a question: an answer, a failure of the task, the end of the child while it worked on it, or nothing
 * yet, because the child ended before.
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
      /** The machine may be the cause: it had too little processor time, or the system killed it. */
      readonly mayBeOfMachine: boolean
    }
  | { readonly kind: 'untouched' }

/** A process that answers questions in their order. Letting go of it kills it, and waits until it is gone. */
export interface Child extends AsyncDisposable {
  /** It is killed when the answer takes longer, from the moment at which its turn comes. Never rejects. */
  ask(question: Question, withinMs: number): Promise<Answer>
  /** It takes no more questions: it has ended, or has had its share of files or of memory. */
  readonly isSpent: boolean
  /** Processor time since it was ready, in milliseconds; 0 where the system does not say. */
  readonly computedMs: number
  /** Why it ended before it was ready; undefined while it did not. */
  readonly startFailure: string | undefined
  /** Whether it keeps this process running. */
  hold(isHeld: boolean): void
}
