import type { PersonRow } from '../db/accounts/people.ts'

/** Why GitHub's word on a person could not be had: it lets the token in no more, or it did not answer. */
export type NoWord = 'ended' | 'unreachable'

/** What of a scan decides who may read it. */
export interface ScanPlace {
  readonly accountId: string
  /** GitHub's number of the repository; null where none is known. */
  readonly githubRepositoryId: number | null
  /** Page of the source; null before it is known. */
  readonly canonicalUrl: string | null
}

/** What GitHub says of people, asked with their own tokens; implemented by the room that speaks to GitHub. */
export interface GitHubPeople {
  /**
   * Ids of the accounts that the person manages: those of installations whose owner they are, or all of whose private
   * repositories they administer.
   */
  managedAccounts(token: string, person: Pick<PersonRow, 'host' | 'githubId'>): Promise<readonly string[] | NoWord>
  /** Whether the person may read the repository that was scanned. */
  mayReadSource(token: string, person: Pick<PersonRow, 'host' | 'githubId'>, scan: ScanPlace): Promise<boolean | NoWord>
  /** Has GitHub end the token, where it can be asked now; never rejects. */
  revoke(token: string, person: Pick<PersonRow, 'host'>): Promise<void>
}
