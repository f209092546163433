import type { Octokit } from '@octokit/rest'
import { insertAudit } from '../../db/accounts/audit.ts'
import { endAcceptance, insertAcceptance } from '../../db/github/acceptances.ts'
import { listComparisonsOfPull } from '../../db/github/comparisons.ts'
import { lockGithubRepository } from '../../db/github/repositories.ts'
import { listFindingRecords } from '../../db/scans/findings.ts'
import { isIdOf, shortId } from '../../../engine/model/short-id.ts'
import { projectSettingsLimits } from '../../../engine/project-settings/project-settings-limits.ts'
import type { InstalledRepository, RepositoryClient } from '../clients.ts'
import { githubAppLimits } from '../github-app-limits.ts'
import type { GitHubContext } from '../github-event.ts'
import { tokenRights } from '../permissions.ts'
import type { AcceptanceCommand } from './acceptance-command.ts'
import { baseSettings } from './base-settings.ts'
import { showAgain } from './change-comparisons.ts'
import { githubProblem } from './github-problem.ts'
import { withRepositoryToken } from './with-repository-token.ts'

export interface PullComment {
  readonly installed: InstalledRepository
  readonly accountId: string
  readonly pullNumber: number
  readonly commentId: number
  /** GitHub user who wrote the comment. */
  readonly person: { readonly id: number; readonly login: string }
  /** GitHub ID of the pull request author. */
  readonly pullAuthorId: number
  readonly at: Date
}

const dayMs = 24 * 60 * 60_000

/** Maximum number of scans per pull request to search for a finding ID, newest first. */
const maxScans = 20

/**
 * Accepts a finding in a pull request if the base branch settings allow this and the person has write access. Returns
 * the reason if the finding was not accepted, or undefined if it was accepted, now or by an earlier event for the same
 * comment.
 */
export async function acceptFinding(
  context: GitHubContext,
  comment: PullComment,
  { id, reason }: AcceptanceCommand,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, app } = context
  const { installed, pullNumber, commentId, person } = comment
  const of = { host: app.host, repositoryId: installed.repositoryId, pullNumber }
  // An edited comment's marker is deleted after this time. Rejecting older comments prevents a repeated event from
  // restoring the acceptance.
  if (comment.at.getTime() < Date.now() - githubAppLimits.acceptanceMarkDays * dayMs) return 'the comment is too old'
  const comparisons = (await listComparisonsOfPull(db, of)).toSorted(
    (a, b) => b.startedAt.getTime() - a.startedAt.getTime(),
  )
  const open = comparisons.find(({ lifecycle }) => lifecycle === 'open')
  if (!open) return 'the pull request has no check'
  const { accept } = await baseSettings(context, installed, open.baseRef, signal)
  if (accept?.comments !== true) return 'the settings of the base branch do not allow it'
  if (person.id === comment.pullAuthorId && accept.byAuthor !== true)
    return 'the person is the author of the pull request'
  if (!(await mayWrite(context, installed, person, signal))) return 'the person has no write access'
  // All of the pull request's scans are searched, because in a later commit, the ID that the person saw can belong to
  // another finding.
  const scanIds = comparisons.flatMap(({ headScanId, state }) => (state === 'completed' ? (headScanId ?? []) : []))
  const fingerprints = new Set<string>()
  for (const scanId of [...new Set(scanIds)].slice(0, maxScans))
    for (const { fingerprint } of await listFindingRecords(db, scanId, ['new', 'existing']))
      if (isIdOf(id, fingerprint)) fingerprints.add(fingerprint)
  const [fingerprint, ...others] = fingerprints
  if (fingerprint === undefined) return 'the pull request has no finding with this ID'
  if (others.length > 0) return 'several findings have this ID'
  const days = accept.days ?? projectSettingsLimits.acceptedDays
  await db.transaction(async (tx) => {
    const repository = await lockGithubRepository(tx, of)
    if (!repository) return
    const isNew = await insertAcceptance(tx, {
      ...of,
      accountId: repository.accountId,
      commentId,
      checkId: open.checkId,
      baseRef: open.baseRef,
      fingerprint,
      reason,
      person: person.login,
      acceptedAt: comment.at,
      expiresAt: new Date(comment.at.getTime() + days * dayMs),
    })
    if (!isNew) return
    await recordAcceptance(tx, comment, { action: 'accept-finding', detail: `${shortId(fingerprint)}: ${reason}` })
    await showAgain(context, tx, open.checkId)
  })
  return undefined
}

/** Ends an acceptance whose comment was edited or deleted. */
export async function withdrawAcceptance(
  context: GitHubContext,
  comment: Omit<PullComment, 'pullAuthorId'>,
  because: 'edited' | 'deleted',
): Promise<void> {
  const { db, app } = context
  const { installed, pullNumber, commentId } = comment
  const of = { host: app.host, repositoryId: installed.repositoryId, pullNumber }
  await db.transaction(async (tx) => {
    if (!(await lockGithubRepository(tx, of))) return
    const fingerprint = await endAcceptance(tx, { ...of, commentId }, new Date())
    if (fingerprint === undefined) return
    await recordAcceptance(tx, comment, {
      action: 'withdraw-acceptance',
      detail: `${shortId(fingerprint)}: the comment was ${because}`,
    })
    for (const { checkId, lifecycle } of await listComparisonsOfPull(tx, of))
      if (lifecycle === 'open') await showAgain(context, tx, checkId)
  })
}

async function recordAcceptance(
  tx: GitHubContext['db'],
  { accountId, installed: { owner, name }, pullNumber, person }: Omit<PullComment, 'pullAuthorId'>,
  { action, detail }: { readonly action: string; readonly detail: string },
): Promise<void> {
  await insertAudit(tx, {
    accountId,
    actor: `GitHub user ${person.login}`,
    action,
    subject: `${owner}/${name}#${pullNumber} ${detail}`.slice(0, 400),
    at: new Date(),
  })
}

/**
 * Reports whether the person can push to the repository, according to GitHub. Another person can register an abandoned
 * login, so the response must contain the same GitHub ID.
 */
async function mayWrite(
  { clients }: GitHubContext,
  installed: InstalledRepository,
  person: PullComment['person'],
  signal: AbortSignal,
): Promise<boolean> {
  const level = await withRepositoryToken(clients, installed, tokenRights.readPeople, signal, (octokit, at) =>
    permissionOf(octokit, at, person, signal),
  )
  return level === 'admin' || level === 'write'
}

async function permissionOf(
  octokit: Octokit,
  at: RepositoryClient['at'],
  { id, login: username }: PullComment['person'],
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const { data } = await octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username, request: { signal } })
    return data.user?.id === id ? data.permission : undefined
  } catch (error) {
    const kind = githubProblem(error)?.kind
    if (kind !== 'gone' && kind !== 'refused') throw error
    return undefined
  }
}
