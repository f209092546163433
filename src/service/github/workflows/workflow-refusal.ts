/**
 * A workflow gets no key. The message is for its author and contains nothing from the token.
 *
 * `UNAUTHORIZED`: the token does not prove an identity. `FORBIDDEN`: it does, and this workflow has no access.
 * `OVERLOADED`: the issuer is currently unavailable. `CONFLICT`: the maximum number of valid keys exists.
 */
export class WorkflowRefusal extends Error {
  override readonly name = 'WorkflowRefusal'
  readonly code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'OVERLOADED' | 'CONFLICT'

  constructor(code: WorkflowRefusal['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
