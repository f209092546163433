import type { Finding } from './finding.ts'

/** A part of the arguments of a finding. JSON without null; a key with the value undefined is an absent key. */
export type ArgumentValue =
  | string
  | number
  | boolean
  | undefined
  | readonly ArgumentValue[]
  | { readonly [name: string]: ArgumentValue }

/** Whether an argument is a list. `Array.isArray` alone does not narrow readonly arrays. */
export const isArgumentList = (value: ArgumentValue): value is readonly ArgumentValue[] => Array.isArray(value)

/**
 * What a rule knows about one finding, as data. The words of the finding are rendered from it, so that stored findings
 * get new wording without a rescan. Texts of the scanned project are in one line and masked.
 */
export type FindingArguments = { readonly [name: string]: ArgumentValue }

/** A finding as it is stored. `arguments` are not public: `engine/rules/render-finding.ts` makes words of them. */
export interface FindingRecord extends Finding {
  readonly arguments?: FindingArguments
}

/** What a detector reports: a finding before it is compared with earlier scans and stored. */
export type DetectedFinding = Omit<FindingRecord, 'id' | 'state' | 'firstSeenAt'>

/** The words of a finding. */
export interface FindingText {
  readonly title: string
  readonly message: string
  readonly remediation: string
}
