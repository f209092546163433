import type { PersonRow } from '../db/accounts/people.ts'

/** Why GitHub's answer about a user is missing: the token is no longer valid, or GitHub did not respond. */
export type NoWord = 'ended' | 'unreachable'

/** The parts of a scan that determine who can read it. */
export interface ScanPlace {
  readonly accountId: string
  /** GitHub ID of the repository. Null if unknown. */
  readonly githubRepositoryId: number | null
  /** URL of the source. Null if not known yet. */
  readonly canonicalUrl: string | null
}

/** The owner of an installation. A login can be abandoned and registered again, an ID cannot. */
export interface OrganizationOwner {
  readonly ownerId: number
  readonly ownerLogin: string
}

/** Members of an organization that GitHub lists for a user. */
export interface OrganizationMembers {
  readonly logins: readonly string[]
  /** False if GitHub has more members than were requested. */
  readonly isComplete: boolean
}

/** GitHub's data about users, requested with their own tokens. Implemented by the GitHub room. */
export interface GitHubPeople {
  /**
   * IDs of the accounts that the user manages: those of installations that the user owns, or in which the user
   * administers all private repositories.
   */
  managedAccounts(token: string, person: Pick<PersonRow, 'host' | 'githubId'>): Promise<readonly string[] | NoWord>
  /** Whether the user can read the scanned repository. */
  mayReadSource(token: string, person: Pick<PersonRow, 'host' | 'githubId'>, scan: ScanPlace): Promise<boolean | NoWord>
  /** IDs of the installations of the app in which the user can read a repository. */
  visibleInstallations(token: string, person: Pick<PersonRow, 'host'>): Promise<readonly number[] | NoWord>
  /** IDs of the repositories of an installation that the user can read. */
  readableRepositories(
    token: string,
    person: Pick<PersonRow, 'host'>,
    installationId: number,
  ): Promise<readonly number[] | NoWord>
  /** Members of an organization. `none` for a personal account, and if GitHub does not show them to the user. */
  organizationMembers(
    token: string,
    person: Pick<PersonRow, 'host'>,
    owner: OrganizationOwner,
  ): Promise<OrganizationMembers | 'none' | NoWord>
  /** Revokes the token at GitHub if possible. Never rejects. */
  revoke(token: string, person: Pick<PersonRow, 'host'>): Promise<void>
}
