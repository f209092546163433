import type { Verdict } from '../../client/assay.ts'

/**
 * Verdicts of the service, and reasons for no verdict. `quota`: the account has reached a limit. `unavailable`: the
 * service or the network failed. `timeout`: the scan took too long. `refused`: an input, the key, or the workflow is
 * wrong, and its author must change it.
 */
export type ActionVerdict = Verdict | 'quota' | 'unavailable' | 'timeout' | 'refused'

/** Expected failure without a result. The message is for the author of the workflow and contains no secret. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure'
  readonly verdict: ActionVerdict

  constructor(verdict: ActionVerdict, message: string, options?: ErrorOptions) {
    super(message, options)
    this.verdict = verdict
  }
}
