import { recordAudit } from '../accounts/audit.ts'
import type { Caller } from '../accounts/authenticate.ts'
import type { Access, Answer, ApiContext, CheckedRequest, Endpoint } from './endpoint.ts'

/**
 * Does what an endpoint does for a caller who was let in, and writes down what changed the account. After the deed:
 * some of them end transactions of their own and wait until every process has heard of it. One that fails to be written
 * down is told as a fault of ours.
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
