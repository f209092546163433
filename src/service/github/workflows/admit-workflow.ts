import type { AccountContext } from '../../accounts/account-context.ts'
import { type IssuedKey, issueWorkflowKey } from '../../accounts/issue-key.ts'
import { workflowKeyLimits } from '../../accounts/workflow-key-limits.ts'
import { WorkflowRefusal } from './workflow-refusal.ts'
import { findWorkflowRepository } from './workflow-repository.ts'
import type { Workflow } from './workflow-tokens.ts'

/**
 * Events whose workflows run code of the repository's own branches. Excludes events that untrusted users can trigger
 * but that run with the repository's permissions, such as `pull_request_target`, `issue_comment`, and `workflow_run`.
 */
export const admittedEvents = [
  'push',
  'pull_request',
  'merge_group',
  'schedule',
  'workflow_dispatch',
  'release',
] as const

const isAdmitted = (event: string) => admittedEvents.some((admitted) => admitted === event)

/**
 * Issues a key to a workflow, in the account that has the app installed in the repository. Throws a WorkflowRefusal.
 */
export async function admitWorkflow(context: AccountContext, workflow: Workflow, now: Date): Promise<IssuedKey> {
  const { host, repositoryId, ownerId, repository, event, runId, token } = workflow
  if (!isAdmitted(event))
    throw new WorkflowRefusal(
      'FORBIDDEN',
      `Workflows triggered by ${event} cannot get a key. Use one of these events: ${admittedEvents.join(', ')}.`,
    )
  const known = await findWorkflowRepository(context.db, { host, repositoryId })
  if (known?.ownerId !== ownerId)
    throw new WorkflowRefusal(
      'FORBIDDEN',
      `The GitHub App is not installed in ${repository}. Install it there, or use an API key.`,
    )
  const name = `workflow of ${repository}${runId === undefined ? '' : `, run ${runId}`}`
  const issued = await issueWorkflowKey(
    context,
    { accountId: known.accountId, name, workflowOf: { host, repositoryId }, token },
    now,
  )
  if (issued === 'taken before')
    throw new WorkflowRefusal(
      'UNAUTHORIZED',
      'The identity token was already exchanged. Request a new token from GitHub.',
    )
  if (issued === 'too many')
    throw new WorkflowRefusal(
      'CONFLICT',
      `The workflows of ${repository} already have ${workflowKeyLimits.maxKeysPerRepository} valid keys, and more ` +
        'are not allowed. Try again later.',
    )
  return issued
}
