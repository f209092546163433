import { z } from 'zod'
import { acceptanceCommand, commandLine } from '../checks/acceptance-command.ts'
import { acceptFinding, withdrawAcceptance } from '../checks/accept-finding.ts'
import { githubEvent } from '../github-event.ts'
import { installedRepository, recordRepository } from '../installed-repositories.ts'
import { InstallationId, Moment, Repository } from '../payload-parts.ts'

const Person = z.object({ id: z.int(), login: z.string().regex(/^[\w-]{1,100}(?:\[bot\])?$/), type: z.string() })

const IssueComment = z.object({
  action: z.string(),
  issue: z.object({
    number: z.int().positive(),
    user: z.object({ id: z.int() }).nullish(),
    /** Undefined for a comment on an issue. */
    pull_request: z.object({}).optional(),
  }),
  comment: z.object({
    id: z.int().positive(),
    body: z.string().transform(commandLine),
    user: Person.nullish(),
    created_at: Moment,
    updated_at: Moment,
  }),
  /** Text before the edit. */
  changes: z.object({ body: z.object({ from: z.string().transform(commandLine) }).optional() }).optional(),
  sender: Person,
  repository: Repository,
  installation: InstallationId,
})

/**
 * A person accepts a finding in a pull request, or changes a comment that accepted one. Edited comments accept nothing,
 * because other people can edit a comment.
 */
export const issueComment = githubEvent({
  event: 'issue_comment',
  actions: ['created', 'edited', 'deleted'],
  payload: IssueComment,
  async work(context, { action, issue, comment, changes, sender, repository, installation }, signal) {
    const { user, created_at: at, updated_at: changedAt } = comment
    const isCommand = [comment.body, changes?.body?.from ?? ''].some((line) => acceptanceCommand(line) !== undefined)
    if (!installation || !issue.pull_request || !user || !isCommand) return
    const accountId = await context.db.transaction((tx) => recordRepository(context, tx, installation.id, repository))
    if (accountId === undefined) return
    const told = {
      installed: installedRepository(installation.id, repository),
      accountId,
      pullNumber: issue.number,
      commentId: comment.id,
      person: action === 'created' ? user : sender,
      at,
    }
    if (action !== 'created') return withdrawAcceptance(context, told, action === 'edited' ? 'edited' : 'deleted')
    const command = acceptanceCommand(comment.body)
    const isPerson = user.type === 'User' && sender.type === 'User' && sender.id === user.id
    if (!command || !isPerson || !issue.user || changedAt.getTime() !== at.getTime()) return
    const refusal = await acceptFinding(context, { ...told, pullAuthorId: issue.user.id }, command, signal)
    context.log.info(
      { repositoryId: repository.id, pullNumber: issue.number, commentId: comment.id, person: user.login, refusal },
      refusal === undefined ? 'finding accepted' : 'finding not accepted',
    )
  },
})
