/**
 * A workflow gets no key. The message is for the author of the workflow and contains nothing from the token.
 *
 * `UNAUTHORIZED`: the token does not prove an identity. `FORBIDDEN`: it does, but the workflow has no access.
 * `OVERLOADED`: the issuer is unavailable at the moment. `CONFLICT`: the maximum number of valid keys is reached.
 */
export class WorkflowRefusal extends Error {
  override readonly name = 'WorkflowRefusal'
  readonly code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'OVERLOADED' | 'CONFLICT'

  constructor(code: WorkflowRefusal['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
