import { z } from 'zod'
import { admitWorkflow } from '../../github/workflows/admit-workflow.ts'
import { WorkflowRefusal } from '../../github/workflows/workflow-refusal.ts'
import { workflowTokenLimits } from '../../github/workflows/workflow-token-limits.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { keyAnswer, NewKeyAnswer, uncached } from './key-shape.ts'

const tooLong = `should have at most ${workflowTokenLimits.maxTokenBytes} characters`

/** Exchanges the OIDC token of a GitHub workflow run for an API key. */
export const exchangeGithubOidc = endpoint({
  id: 'exchange-github-oidc',
  method: 'post',
  path: '/api/v1/auth/github-oidc',
  tag: 'keys',
  summary: 'Exchange a GitHub OIDC token for an API key',
  description:
    'Exchanges the OpenID Connect token from a GitHub workflow run for an API key that is valid for one hour. The ' +
    'token audience must be the URL of this service. The GitHub App must be installed on the repository. The ' +
    'workflow must be triggered by a push, pull_request, merge_group, schedule, workflow_dispatch, or release ' +
    "event. Use the key to scan the workflow's repository or a public URL, and to read the scans that you " +
    'submitted with the key. You cannot set `webhook` for these scans. All workflows in a repository share one ' +
    "quarter of the account's rate limit. Each token can be used only once.",
  permission: 'anyone',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    token: z
      .string()
      .min(1, 'should not be empty')
      .max(workflowTokenLimits.maxTokenBytes, tooLong)
      .meta({
        description: 'Token issued by GitHub within the last 15 minutes.',
        examples: ['eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOiIuLi4ifQ.c2lnbmF0dXJl'],
      }),
  }),
  status: 201,
  data: NewKeyAnswer,
  headers: { 'Cache-Control': '`no-store`, because the response contains a secret.' },
  errors: ['FORBIDDEN', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond({ db, masterKey, workflowTokens, publicUrl }, { body }) {
    if (!workflowTokens)
      throw new ApiError(
        'FORBIDDEN',
        'This service cannot verify workflows because no GitHub App is configured. Use an API key instead.',
      )
    try {
      const issued = await admitWorkflow(
        { db, masterKey },
        await workflowTokens.verify(body.token, publicUrl),
        new Date(),
      )
      return { data: { ...keyAnswer(issued.key), key: issued.secret }, headers: uncached }
    } catch (error) {
      if (!(error instanceof WorkflowRefusal)) throw error
      throw new ApiError(error.code, error.message, { headers: headersOf(error), cause: error.cause })
    }
  },
})

function headersOf({ code }: WorkflowRefusal): Record<string, string> {
  if (code === 'UNAUTHORIZED') return { 'WWW-Authenticate': 'Bearer realm="assay"' }
  return code === 'OVERLOADED' ? { 'Retry-After': '10' } : {}
}
