/**
 * What a claimed identity decides: a query, an entry of a map or record that all callers share, which of the program's
 * objects have this owner, or a branch.
 */
export const claimUses = ['database', 'entry', 'owner', 'decision'] as const
export type ClaimUse = (typeof claimUses)[number]
