import type { Verdict } from '../../client/assay.ts'

/**
 * Service verdicts, and reasons for a missing verdict. `quota`: the account has reached a limit. `unavailable`: the
 * service or the network failed. `timeout`: the scan took too long. `refused`: an input, the key, or the workflow is
 * wrong, and the workflow author must change it.
 */
export type ActionVerdict = Verdict | 'quota' | 'unavailable' | 'timeout' | 'refused'

/** Expected failure without a result. The message addresses the workflow author and contains no secret. */
export class ActionFailure extends Error {
  override readonly name = 'ActionFailure'
  readonly verdict: ActionVerdict

  constructor(verdict: ActionVerdict, message: string, options?: ErrorOptions) {
    super(message, options)
    this.verdict = verdict
  }
}
