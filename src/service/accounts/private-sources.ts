import type { AccountRow } from '../db/accounts/accounts.ts'

/** Names of the accounts for which the operator lets Assay look up private dependency names in registries. */
export type AccountsResolvingPrivate = ReadonlySet<string>

/**
 * Reports whether dependency names in private sources of an account may be sent to package registries. The choice of
 * the account overrides the operator's setting.
 */
export function resolvesPrivateSources(
  { name, resolvesPrivateSources: chosen }: Pick<AccountRow, 'name' | 'resolvesPrivateSources'>,
  enabledByOperator: AccountsResolvingPrivate = new Set(),
): boolean {
  return chosen ?? enabledByOperator.has(name)
}
