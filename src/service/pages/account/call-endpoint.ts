import type { z } from 'zod'
import { answerEndpoint } from '../../api/answer-endpoint.ts'
import { ApiError, detailsOf, type ErrorDetail } from '../../api/api-error.ts'
import { requireFreshSession } from '../../api/authentication.ts'
import type { Endpoint } from '../../api/endpoint.ts'
import { usageOf } from '../../accounts/usage.ts'
import type { AccountPagesContext, Member } from './account-context.ts'

export interface EndpointInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
}

/**
 * Calls an API endpoint on behalf of a visitor, with the same checks, effects, and audit log entries. The call does not
 * count toward the account's rate limit. Throws the `ApiError` that the API would return.
 *
 * @param shape schema of the response fields that the page needs
 */
export async function callEndpoint<Shape extends z.ZodType>(
  context: AccountPagesContext,
  { caller, request }: Pick<Member, 'caller' | 'request'>,
  endpoint: Endpoint,
  shape: Shape,
  input: EndpointInput = {},
): Promise<z.output<Shape>> {
  requireFreshSession(caller, endpoint, context.now())
  const details: ErrorDetail[] = []
  const check = (part: string, of: z.ZodType, value: unknown) => {
    const parsed = of.safeParse(value)
    if (!parsed.success) details.push(...detailsOf(part, parsed.error))
    return parsed.data as object
  }
  const params = check('params', endpoint.params, input.params ?? {})
  const query = check('query', endpoint.query, input.query ?? {})
  const body = endpoint.body && check('body', endpoint.body, input.body ?? {})
  if (details.length > 0) throw new ApiError('INVALID_REQUEST', 'The form has invalid fields.', { details })
  const allowance = await usageOf(context.db, caller, context.now())
  const signal = AbortSignal.timeout(30_000)
  const answer = await answerEndpoint(context, endpoint, {
    caller,
    params,
    query,
    body,
    allowance,
    connection: { signal, lastEventId: undefined, mayStill: async () => !request.destroyed },
  })
  if (!('data' in answer)) throw new Error(`${endpoint.id} returns a stream, which pages do not support`)
  return shape.parse(answer.data)
}
