/**
 * The account that owns scans submitted on a page without signing in. It has no keys, and none can be created, because
 * commands reject account names in parentheses. Its scans read every URL without credentials, so they never contain
 * private content.
 */
export const visitorsAccount = { id: '2f0c4b8e-6a1d-4d37-8f52-9b7e3c05a641', name: '(visitors)' } as const
