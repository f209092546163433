/**
 * The account of scans that people submit from a page without being signed in. It has no keys, and none can be made: no
 * account that a command makes may have such a name. Its scans read every address as anybody may, so that nothing
 * private is ever in one.
 */
export const visitorsAccount = { id: '2f0c4b8e-6a1d-4d37-8f52-9b7e3c05a641', name: '(visitors)' } as const
