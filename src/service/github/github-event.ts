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

/** What the work of the GitHub App needs of the world. */
export interface GitHubContext extends AccountContext {
  readonly queue: Queue
  readonly log: Logger
  readonly app: GitHubApp
  readonly clients: GitHubClients
  /** Without trailing slash. */
  readonly publicUrl: string
  readonly announceScanEnd: AnnounceScanEnd
  readonly announceRepository: AnnounceRepository
}

/** What GitHub told cannot be worked, however often it is tried; the message says why, as a sentence. */
export class UnworkableDelivery extends Error {
  override readonly name = 'UnworkableDelivery'
}

/** A check that was stored just now, and where: its run is to be made before anything else. */
export interface NewCheck {
  readonly check: GithubCheck
  readonly installed: InstalledRepository
}

/** Something that GitHub tells the app, and what follows from it. */
export interface GitHubEvent<Payload extends z.ZodObject = z.ZodObject> {
  /** GitHub's name of it; equals the file name with dashes for underscores. */
  readonly event: string
  /** What is heard of it; absent: the event has no actions. Others of its actions are let pass. */
  readonly actions?: readonly string[]
  /** The parts of the payload that are used; what GitHub sends besides is ignored. */
  readonly payload: Payload
  /**
   * Does what follows, and may be repeated: a job that fails is tried again. Resolves to the check that is to be begun
   * now, if one is. Throws UnworkableDelivery where that is no use.
   */
  work(context: GitHubContext, payload: z.output<Payload>, signal: AbortSignal): Promise<NewCheck | undefined | void>
}

/** Checks an event's types and forgets them, so that the catalogue can list all. */
export function githubEvent<Payload extends z.ZodObject>(definition: GitHubEvent<Payload>): GitHubEvent {
  return definition
}
