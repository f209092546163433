import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AccountContext } from '../accounts/account-context.ts'
import type { Queue } from '../queue/queue.ts'
import type { Database } from '../db/client.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'
import type { GithubCheck } from '../db/github/checks.ts'
import type { GitHubClients, InstalledRepository } from './clients.ts'
import type { GitHubApp } from '../../settings/github-settings.ts'

/** Whether a repository is public now. False if it became private or was deleted. */
export interface RepositoryChange {
  readonly url: string
  readonly isPublic: boolean
  readonly now: Date
}

/** Announces a change of a repository in the transaction that stores it. */
export type AnnounceRepository = (tx: Database, repository: RepositoryChange) => Promise<void>

/** Dependencies of the GitHub App. */
export interface GitHubContext extends AccountContext {
  readonly queue: Queue
  readonly log: Logger
  readonly app: GitHubApp
  readonly clients: GitHubClients
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly announceScanEnd: AnnounceScanEnd
  readonly announceRepository: AnnounceRepository
}

/** An event that can never be processed. The message is a sentence with the reason. */
export class UnworkableDelivery extends Error {
  override readonly name = 'UnworkableDelivery'
}

/** A check that was just stored, with its repository. Its run must be created before anything else. */
export interface NewCheck {
  readonly check: GithubCheck
  readonly installed: InstalledRepository
}

/** A GitHub event, and its handler. */
export interface GitHubEvent<Payload extends z.ZodObject = z.ZodObject> {
  /** GitHub's name of the event. Equal to the file name with dashes instead of underscores. */
  readonly event: string
  /** Handled actions. Absent for events without actions. Other actions are ignored. */
  readonly actions?: readonly string[]
  /** The used parts of the payload. Everything else is ignored. */
  readonly payload: Payload
  /**
   * Handles the event. Must be idempotent, because a failed job is retried. Returns a check to start now, if any.
   * Throws UnworkableDelivery if a retry is useless.
   */
  work(context: GitHubContext, payload: z.output<Payload>, signal: AbortSignal): Promise<NewCheck | undefined | void>
}

/** Checks the types of an event and erases them, so that the catalog can list all events. */
export function githubEvent<Payload extends z.ZodObject>(definition: GitHubEvent<Payload>): GitHubEvent {
  return definition
}
