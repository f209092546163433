/** Thrown if a program exceeds a limit of the analysis. The message names the limit. */
export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded'
}
