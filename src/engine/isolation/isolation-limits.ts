import type { limits } from '../model/limits.ts'

/** The bounds of children; those of the service are `limits.isolation`. */
export type IsolationLimits = { readonly [Bound in keyof typeof limits.isolation]: number }
