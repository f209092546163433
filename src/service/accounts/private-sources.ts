import type { AccountRow } from '../db/accounts/accounts.ts'

/** Names of accounts for which the operator permits lookups of private dependency names in registries. */
export type AccountsResolvingPrivate = ReadonlySet<string>

/**
 * Reports whether dependency names in an account's private sources may be sent to package registries. The account's
 * choice overrides the operator's setting.
 */
export function resolvesPrivateSources(
  { name, resolvesPrivateSources: chosen }: Pick<AccountRow, 'name' | 'resolvesPrivateSources'>,
  enabledByOperator: AccountsResolvingPrivate = new Set(),
): boolean {
  return chosen ?? enabledByOperator.has(name)
}
