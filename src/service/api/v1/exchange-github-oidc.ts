import { z } from 'zod'
import { admitWorkflow } from '../../github/workflows/admit-workflow.ts'
import { WorkflowRefusal } from '../../github/workflows/workflow-refusal.ts'
import { workflowTokenLimits } from '../../github/workflows/workflow-token-limits.ts'
import { ApiError } from '../api-error.ts'
import { endpoint } from '../endpoint.ts'
import { keyAnswer, NewKeyAnswer, uncached } from './key-shape.ts'

const tooLong = `should have at most ${workflowTokenLimits.maxTokenBytes} characters`

/** Gives a workflow at GitHub a key for an hour, by the token with which GitHub says who it is. */
export const exchangeGithubOidc = endpoint({
  id: 'exchange-github-oidc',
  method: 'post',
  path: '/api/v1/auth/github-oidc',
  tag: 'keys',
  summary: 'Get a key for a GitHub workflow',
  description:
    'Takes the OpenID Connect token that GitHub issues to a run of a workflow, with the address of this ' +
    'service as its audience, and answers a key of an hour. The GitHub App has to be installed in the ' +
    'repository, and the workflow to run on push, pull_request, merge_group, schedule, workflow_dispatch or ' +
    'release. The key submits this repository or an address that anybody may read, without a `webhook`, and ' +
    'reads what it submitted itself; all workflows of a repository together may make a quarter of the ' +
    'requests of its account. A token is taken once.',
  permission: 'anyone',
  params: z.strictObject({}),
  query: z.strictObject({}),
  body: z.strictObject({
    token: z
      .string()
      .min(1, 'should not be empty')
      .max(workflowTokenLimits.maxTokenBytes, tooLong)
      .meta({
        description: 'The token as GitHub issued it, no more than 15 minutes ago.',
        examples: ['eyJhbGciOiJSUzI1NiJ9.eyJqdGkiOiIuLi4ifQ.c2lnbmF0dXJl'],
      }),
  }),
  status: 201,
  data: NewKeyAnswer,
  headers: { 'Cache-Control': '`no-store`: the answer holds a secret.' },
  errors: ['FORBIDDEN', 'CONFLICT', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'],
  async respond({ db, masterKey, workflowTokens, publicUrl }, { body }) {
    if (!workflowTokens)
      throw new ApiError(
        'FORBIDDEN',
        'This service is no GitHub App, so that no workflow gets a key by its identity. Use an API key.',
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
