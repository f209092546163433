import type { ServerStatus } from '../../../engine/model/registry-server.ts'
import type { Asked } from './asked.ts'
import type { Subject } from './signal.ts'

/**
 * How a server is kept by those who publish it. Removed: followed registries have deleted all that they had of it.
 * Archived and deprecated: as its own repository, its packages or its manifest say. What cannot be asked for now
 * changes nothing.
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
  const left = publications.active + publications.deprecated
  if (publications.deleted > 0 && left === 0) return 'removed'
  // Gone for another reason, such as a package that was taken off its registry: only who found that takes it back.
  if (status === 'removed' && left === 0) return status
  if (isUnknown(repository) || isUnknown(releases)) return status === 'removed' ? 'active' : status
  if (repository.status === 'found' && repository.answer.isArchived) return 'archived'
  const isDeprecated =
    (releases.status === 'found' && releases.answer.deprecated !== undefined) ||
    (project.status === 'found' && project.answer.facts.deprecated !== undefined) ||
    (publications.deprecated > 0 && publications.active === 0)
  return isDeprecated ? 'deprecated' : 'active'
}

const isUnknown = <Answer>(asked: Asked<Answer>): boolean => asked.status === 'failed' && asked.isPassing
