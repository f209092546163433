import type { Finding } from './finding.ts'

/** A value in a finding's arguments. JSON without null; undefined means that the key is absent. */
export type ArgumentValue =
  | string
  | number
  | boolean
  | undefined
  | readonly ArgumentValue[]
  | { readonly [name: string]: ArgumentValue }

/** Reports whether an argument is a list. `Array.isArray` alone does not narrow readonly arrays. */
export const isArgumentList = (value: ArgumentValue): value is readonly ArgumentValue[] => Array.isArray(value)

/**
 * Data from which a finding's text is rendered, so that stored findings get new wording without a rescan. Strings from
 * the scanned project are reduced to one line and masked.
 */
export type FindingArguments = { readonly [name: string]: ArgumentValue }

/** A stored finding. `arguments` are not public: `engine/rules/render-finding.ts` renders them to text. */
export interface FindingRecord extends Finding {
  readonly arguments?: FindingArguments
}

/** A finding as a detector reports it, before it is compared with earlier scans and stored. */
export type DetectedFinding = Omit<FindingRecord, 'id' | 'state' | 'firstSeenAt'>

export interface FindingText {
  readonly title: string
  readonly message: string
  readonly remediation: string
}
