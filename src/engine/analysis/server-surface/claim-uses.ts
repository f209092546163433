/**
 * What a claimed identity determines: a query, an entry of a map or record shared by all callers, the objects with this
 * owner, or a branch.
 */
export const claimUses = ['database', 'entry', 'owner', 'decision'] as const
export type ClaimUse = (typeof claimUses)[number]
