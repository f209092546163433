import type { PersonRow } from '../db/accounts/people.ts'

/** Reason why GitHub returned no data about a user: the token is no longer valid, or GitHub did not respond. */
export type NoWord = 'ended' | 'unreachable'

/** Scan source, which determines who can read the scan. */
export interface ScanPlace {
  readonly accountId: string
  /** GitHub repository ID. Null if unknown. */
  readonly githubRepositoryId: number | null
  /** Source URL. Null if not known yet. */
  readonly canonicalUrl: string | null
}

/** Installation owner. Identified by ID, because a login can be abandoned and registered again. */
export interface OrganizationOwner {
  readonly ownerId: number
  readonly ownerLogin: string
}

/** Organization members that GitHub shows to a user. */
export interface OrganizationMembers {
  readonly logins: readonly string[]
  /** False if the organization has more members than requested. */
  readonly isComplete: boolean
}

/** GitHub data about users, requested with their own tokens. Implemented in `service/github`. */
export interface GitHubPeople {
  /**
   * Returns the IDs of the accounts that the user manages. These are the accounts of installations that the user owns,
   * or in which the user administers all private repositories.
   */
  managedAccounts(token: string, person: Pick<PersonRow, 'host' | 'githubId'>): Promise<readonly string[] | NoWord>
  /** Reports whether the user can read the scanned repository. */
  mayReadSource(token: string, person: Pick<PersonRow, 'host' | 'githubId'>, scan: ScanPlace): Promise<boolean | NoWord>
  /** Returns the IDs of the app installations in which the user can read a repository. */
  visibleInstallations(token: string, person: Pick<PersonRow, 'host'>): Promise<readonly number[] | NoWord>
  /** Returns the IDs of an installation's repositories that the user can read. */
  readableRepositories(
    token: string,
    person: Pick<PersonRow, 'host'>,
    installationId: number,
  ): Promise<readonly number[] | NoWord>
  /**
   * Returns the members of an organization. Returns `none` for a personal account, or if GitHub does not show the
   * members to the user.
   */
  organizationMembers(
    token: string,
    person: Pick<PersonRow, 'host'>,
    owner: OrganizationOwner,
  ): Promise<OrganizationMembers | 'none' | NoWord>
  /** Revokes the token at GitHub if possible. Never rejects. */
  revoke(token: string, person: Pick<PersonRow, 'host'>): Promise<void>
}
