/**
 * Thrown if a workflow gets no key. The message addresses the workflow author and contains nothing from the token.
 *
 * `UNAUTHORIZED`: the token does not prove an identity. `FORBIDDEN`: it does, but the workflow has no access.
 * `OVERLOADED`: the issuer is temporarily unavailable. `CONFLICT`: the maximum number of valid keys is reached.
 */
export class WorkflowRefusal extends Error {
  override readonly name = 'WorkflowRefusal'
  readonly code: 'UNAUTHORIZED' | 'FORBIDDEN' | 'OVERLOADED' | 'CONFLICT'

  constructor(code: WorkflowRefusal['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
