/**
 * The account that owns the registry's scans. It has no keys, and none can be created, because commands reject account
 * names in parentheses. Its ID is the same in every installation, so the scan order recognizes its scans without a
 * lookup.
 */
export const registryAccount = { id: '7c1b3f52-5d0e-4b7a-9a43-0f6a2f1d9e10', name: '(registry)' } as const
