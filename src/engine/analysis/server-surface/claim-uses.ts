/** What a claimed identity decides: a query, an entry of a map or record that all callers share, or a branch. */
export const claimUses = ['database', 'entry', 'decision'] as const
export type ClaimUse = (typeof claimUses)[number]
