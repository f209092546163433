import { recordAudit } from '../accounts/audit.ts'
import type { Caller } from '../accounts/authenticate.ts'
import type { Access, Answer, ApiContext, CheckedRequest, Endpoint } from './endpoint.ts'

/**
 * Calls an endpoint for an authorized caller, then records account changes in the audit log. The record cannot be part
 * of the transaction, because some endpoints commit themselves and wait until every process has seen the change. If the
 * record cannot be written, the request fails with an internal error.
 */
export async function answerEndpoint(
  context: ApiContext,
  endpoint: Endpoint,
  request: CheckedRequest<Access, object, object, unknown>,
): Promise<Answer<unknown>> {
  const answer = await endpoint.respond(context, request as Parameters<Endpoint['respond']>[1])
  const caller = request.caller as Caller | undefined
  if (endpoint.audited && caller && 'data' in answer)
    await recordAudit(
      context.db,
      caller,
      { action: endpoint.id, subject: endpoint.audited(answer.data, request.params as Record<string, never>) },
      new Date(),
    )
  return answer
}
