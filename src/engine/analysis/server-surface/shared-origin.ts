/**
 * Which pages from other origins may read responses. `any`: all pages. `reflected`: the origin in the request. `part`:
 * origins that contain a string that anyone can register.
 */
export const originGrants = ['any', 'reflected', 'part'] as const
export type OriginGrant = (typeof originGrants)[number]

export interface SharedOrigin {
  readonly grants: OriginGrant
  /** Node that sets the origins. */
  readonly at: number
  /** Node that applies them, possibly in another file. */
  readonly usedAt: number
  /** True if browsers send the user's cookies with the requests. */
  readonly withCredentials: boolean
}
