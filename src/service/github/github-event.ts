import type { Logger } from 'pino'
import type { z } from 'zod'
import type { AccountContext } from '../accounts/account-context.ts'
import type { Queue } from '../queue/queue.ts'
import type { Database } from '../db/client.ts'
import type { AnnounceScanEnd } from '../scans/end-scan.ts'
import type { GithubCheck } from '../db/github/checks.ts'
import type { GitHubClients, InstalledRepository } from './clients.ts'
import type { GitHubApp } from '../../settings/github-settings.ts'

/** True if a repository is now public. False if it became private or was deleted. */
export interface RepositoryChange {
  readonly url: string
  readonly isPublic: boolean
  readonly now: Date
}

/** Announces a repository change, in the transaction that stores it. */
export type AnnounceRepository = (tx: Database, repository: RepositoryChange) => Promise<void>

/** Dependencies of the GitHub App code. */
export interface GitHubContext extends AccountContext {
  readonly queue: Queue
  readonly log: Logger
  readonly app: GitHubApp
  readonly clients: GitHubClients
  /** Public URL of the service without a trailing slash. */
  readonly publicUrl: string
  readonly announceScanEnd: AnnounceScanEnd
  readonly announceRepository: AnnounceRepository
}

/** An event that can never be processed. The message is a sentence that states the reason. */
export class UnworkableDelivery extends Error {
  override readonly name = 'UnworkableDelivery'
}

/** Newly stored check, and its repository. Its run must be created before anything else. */
export interface NewCheck {
  readonly check: GithubCheck
  readonly installed: InstalledRepository
}

export interface GitHubEvent<Payload extends z.ZodObject = z.ZodObject> {
  /** GitHub's event name. Equals the file name, with underscores instead of dashes. */
  readonly event: string
  /** Handled actions; others are ignored. Undefined for events without actions. */
  readonly actions?: readonly string[]
  /** Priority of the job that handles the event. Defaults to that of open pull requests. */
  readonly priority?: number
  /** Schema for the required payload fields. Other fields are ignored. */
  readonly payload: Payload
  /**
   * Handles the event. Must be idempotent, because failed jobs are retried. Returns a check to start, if any. Throws
   * UnworkableDelivery if a retry is useless.
   */
  work(context: GitHubContext, payload: z.output<Payload>, signal: AbortSignal): Promise<NewCheck | undefined | void>
}

/** Checks the types of an event definition and erases them, so that the catalog can list all events. */
export function githubEvent<Payload extends z.ZodObject>(definition: GitHubEvent<Payload>): GitHubEvent {
  return definition
}
