import { checkRun } from './events/check-run.ts'
import { checkSuite } from './events/check-suite.ts'
import { installation } from './events/installation.ts'
import { installationRepositories } from './events/installation-repositories.ts'
import { marketplacePurchase } from './events/marketplace-purchase.ts'
import { issueComment } from './events/issue-comment.ts'
import { mergeGroup } from './events/merge-group.ts'
import { pullRequest } from './events/pull-request.ts'
import { push } from './events/push.ts'
import { repository } from './events/repository.ts'
import type { GitHubEvent } from './github-event.ts'
import { githubPriorities } from './github-priorities.ts'

/** All handled events, sorted by name. `app.yml` subscribes to the same events, except optional ones. */
export const githubEvents: readonly GitHubEvent[] = [
  checkRun,
  checkSuite,
  installation,
  installationRepositories,
  issueComment,
  marketplacePurchase,
  mergeGroup,
  pullRequest,
  push,
  repository,
]

/** Returns the priority of an event's job and of its requests to GitHub. */
export function priorityOfEvent(name: string): number {
  return githubEvents.find(({ event }) => event === name)?.priority ?? githubPriorities.pullRequest
}
