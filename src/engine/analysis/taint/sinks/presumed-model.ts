import type { SinkEffect } from './sink-model.ts'

/** How likely a presumed sink is one. */
export const presumedConfidences = ['low', 'medium'] as const
export type PresumedConfidence = (typeof presumedConfidences)[number]

/**
 * Calls into packages without a model of their own that are sinks by the names of the function and of its parameter:
 * `new API(token, url)`, `repo.init(path)`, `client.run_query(query=…)`.
 */
export interface PresumedModel extends Pick<SinkEffect, 'kind' | 'effect' | 'action'> {
  /** Words of the function's name, in lower case: `run query`. Those of a class start with `new`. */
  readonly callee: RegExp
  /** Words of the parameter's name, in lower case: `base url`. */
  readonly parameter: RegExp
  /**
   * `named`: the call names the parameter, as a keyword argument or as an option in an object. `position`: the call
   * passes the value by its position, and the name is that of the value.
   */
  readonly given: 'named' | 'position'
  /** Words of the name of another argument that the call must have. */
  readonly beside?: RegExp
  readonly confidence: PresumedConfidence
  /** Programs in which a value called `tainted` reaches this sink, by language. */
  readonly example: Readonly<Record<string, string>>
}
