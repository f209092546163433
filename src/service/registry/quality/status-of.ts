import type { ServerStatus } from '../../../engine/model/registry-server.ts'
import type { Fetched } from './fetched.ts'
import type { Subject } from './signal.ts'

/**
 * Returns a server's publication status. A server is removed if the followed registries deleted all its publications.
 * Its repository, packages, and manifest determine whether it is archived or deprecated. A temporary failure changes
 * nothing.
 */
export function statusOf({
  status,
  subject: { repository, releases, project },
  publications,
}: {
  readonly status: ServerStatus
  readonly subject: Pick<Subject, 'repository' | 'releases' | 'project'>
  readonly publications: Readonly<Record<'active' | 'deprecated' | 'deleted', number>>
}): ServerStatus {
  const remaining = publications.active + publications.deprecated
  if (publications.deleted > 0 && remaining === 0) return 'removed'
  // The server was removed for another reason, such as an unpublished package. Only the code that detected this resets
  // the status.
  if (status === 'removed' && remaining === 0) return status
  if (isUnknown(repository) || isUnknown(releases)) return status === 'removed' ? 'active' : status
  if (repository.status === 'found' && repository.answer.isArchived) return 'archived'
  const isDeprecated =
    (releases.status === 'found' && releases.answer.deprecated !== undefined) ||
    (project.status === 'found' && project.answer.facts.deprecated !== undefined) ||
    (publications.deprecated > 0 && publications.active === 0)
  return isDeprecated ? 'deprecated' : 'active'
}

const isUnknown = <Answer>(fetched: Fetched<Answer>): boolean => fetched.status === 'failed' && fetched.isTemporary
