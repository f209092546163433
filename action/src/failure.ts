import type { Verdict } from '../../client/assay.ts'

/**
 * What a run comes to: the service's own verdicts, and why there is none of them. `quota`: the account has used up what
 * it has. `unavailable`: the service or the way to it. `timeout`: the scan took longer than it was given. `refused`: an
 * input, the key or the workflow is wrong, which only its author can change.
 */
export type ActionVerdict = Verdict | 'quota' | 'unavailable' | 'timeout' | 'refused'

/** An expected end of a run without a result. The message is for the author of the workflow and holds no secret. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure'
  readonly verdict: ActionVerdict

  constructor(verdict: ActionVerdict, message: string, options?: ErrorOptions) {
    super(message, options)
    this.verdict = verdict
  }
}
