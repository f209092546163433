/**
 * Which pages of other origins may read answers: all; whichever asks; those whose origin has a part that anybody can
 * have.
 */
export const originGrants = ['any', 'reflected', 'part'] as const
export type OriginGrant = (typeof originGrants)[number]

export interface SharedOrigin {
  readonly grants: OriginGrant
  /** Where it is said. */
  readonly at: number
  /** Where it is put to use, which may be another file. */
  readonly usedAt: number
  /** Requests come with the cookies of whoever looks at the page. */
  readonly withCredentials: boolean
}
