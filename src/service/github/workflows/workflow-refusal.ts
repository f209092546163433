/**
 * A workflow gets no key. The message is for its author and repeats nothing of the token.
 *
 * `UNAUTHORIZED`: the token does not show who asks. `FORBIDDEN`: it does, and that one may not. `OVERLOADED`: the
 * issuer cannot be asked now. `CONFLICT`: as many keys work as there may be.
 */
export class WorkflowRefusal extends Error {
  override readonly name = 'WorkflowRefusal'
  readonly code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'OVERLOADED' | 'CONFLICT'

  constructor(code: WorkflowRefusal['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
