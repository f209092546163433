import type { SinkEffect } from './sink-model.ts'

/** Probability that a presumed sink is a real one. */
export const presumedConfidences = ['low', 'medium'] as const
export type PresumedConfidence = (typeof presumedConfidences)[number]

/**
 * Sinks in packages that have no model, recognized by the names of the function and its parameter: `new API(token,
 * url)`, `repo.init(path)`, `client.run_query(query=…)`.
 */
export interface PresumedModel extends Pick<SinkEffect, 'kind' | 'effect' | 'action'> {
  /** Matches the lowercase words of the function name: `run query`. Class names start with `new`. */
  readonly callee: RegExp
  /** Matches the lowercase words of the parameter name: `base url`. */
  readonly parameter: RegExp
  /**
   * `named`: the call names the parameter, as a keyword argument or as an option in an object. `position`: the call
   * passes the value by position, and the name is the name of the passed variable.
   */
  readonly given: 'named' | 'position'
  /** Matches the name of another argument that the call must have. */
  readonly beside?: RegExp
  readonly confidence: PresumedConfidence
  /** Example programs by language, in which a value named `tainted` reaches this sink. */
  readonly example: Readonly<Record<string, string>>
}
