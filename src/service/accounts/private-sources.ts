import type { AccountRow } from '../db/accounts/accounts.ts'

/** Names of the accounts for which the operator enables registry requests for names in private sources. */
export type AccountsResolvingPrivate = ReadonlySet<string>

/**
 * Returns whether dependency names in the private sources of an account may be sent to package registries. The choice
 * of the account has precedence over the setting of the operator.
 */
export function resolvesPrivateSources(
  { name, resolvesPrivateSources: chosen }: Pick<AccountRow, 'name' | 'resolvesPrivateSources'>,
  enabledByOperator: AccountsResolvingPrivate = new Set(),
): boolean {
  return chosen ?? enabledByOperator.has(name)
}
