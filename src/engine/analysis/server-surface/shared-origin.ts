/**
 * Pages of other origins that may read responses. `any`: all pages. `reflected`: the origin in the request. `part`:
 * origins that contain a text that anyone can register.
 */
export const originGrants = ['any', 'reflected', 'part'] as const
export type OriginGrant = (typeof originGrants)[number]

export interface SharedOrigin {
  readonly grants: OriginGrant
  /** Where the origins are set. */
  readonly at: number
  /** Where it is put to use, which may be another file. */
  readonly usedAt: number
  /** Browsers send the user's cookies with the requests. */
  readonly withCredentials: boolean
}
