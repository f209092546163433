import type { SinkEffect } from './sink-model.ts'

/** Confidence that a presumed sink is a real one. */
export const presumedConfidences = ['low', 'medium'] as const
export type PresumedConfidence = (typeof presumedConfidences)[number]

/**
 * Model of sinks in packages without exact models. Matches the names of the function and its parameter: `new API(token,
 * url)`, `repo.init(path)`, `client.run_query(query=…)`.
 */
export interface PresumedModel extends Pick<SinkEffect, 'kind' | 'effect' | 'action'> {
  /** Matches the function name as lowercase words: `run query`. Constructor names start with `new`. */
  readonly callee: RegExp
  /** Matches the parameter name as lowercase words: `base url`. */
  readonly parameter: RegExp
  /**
   * `named`: the call names the parameter, as a keyword argument or as an option in an object. `position`: the call
   * passes the value by position, and the name is that of the variable passed.
   */
  readonly given: 'named' | 'position'
  /** Matches the name of another argument that the call must have. */
  readonly beside?: RegExp
  readonly confidence: PresumedConfidence
  /** Example programs by language, in which a value named `tainted` reaches this sink. */
  readonly example: Readonly<Record<string, string>>
}
