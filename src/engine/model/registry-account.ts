/**
 * The account of the registry's own scans. It has no keys, and none can be made: no account that a command makes may
 * have such a name. Its id is the same in every installation, so that the order of scans can tell them without looking
 * it up.
 */
export const registryAccount = { id: '7c1b3f52-5d0e-4b7a-9a43-0f6a2f1d9e10', name: '(registry)' } as const
