import type { TaintKind } from '../../taint-kind.ts'
import type { Capability } from '../../../model/scanned-tool.ts'
import type { SinkAction } from './sink-action.ts'

/** Names of the conditions that a model may require. `sink-conditions.ts` implements each of them. */
export type SinkCondition =
  | 'shell-option'
  | 'text'
  | 'no-object'
  | 'names-file'
  | 'any-package'
  | 'query-text'
  | 'statement'
  | 'no-query-object'
  | 'markup'
  | 'no-root-option'
  | 'imported'
  | 'unsafe-schema'
  | 'unsafe-loader'
  | 'unsafe-type'
  | 'weights-not-alone'
  | 'no-sandbox'
  | 'one-argument'
  | 'location-header'
  | 'environment-file'
  | 'environment-receiver'
  | 'unfiltered'
  | 'address-text'
  | 'interpreter-input'
  | 'shell-input'
  | 'code-input'
  | 'called'
  | 'external-entities'
  | 'operators-allowed'
  | 'all-functions'
  | 'unread-tree'
  | 'open-options'
  | 'no-named-program'
  | 'named-program'

/** A call with an argument that must not be untrusted input. */
export interface SinkModel {
  /** The language of the library, as in `LanguageSemantics.libraries`. */
  readonly language: string
  /**
   * Name as `References.externals` gives it, aliases resolved (`canonical-names.ts`). `pg.*.query` is a method of
   * whatever the module gives.
   */
  readonly callee?: string
  /** With `.*.`: receivers, by their resolved name, that are of another type, such as the text of a path. */
  readonly notOf?: RegExp
  /** Or: name of a method of a receiver that could not be resolved. */
  readonly method?: string
  /**
   * With a method: what the receiver has to be called, by its variable, attribute, type or the call that gave it; words
   * in lower case.
   */
  readonly receiver?: RegExp
  /**
   * The argument that does harm, from 0; `receiver` is what the method is called on, `all` each argument, `made of` the
   * argument `name` of the call that made what the method is called on.
   */
  readonly argument: number | 'receiver' | 'all' | 'made of'
  /** The argument by name, where the language has such. */
  readonly name?: string
  /** Where in the argument: keys one after the other, `*` for any element. */
  readonly at?: readonly string[]
  readonly kind: TaintKind
  /** What the call does, after its name: `runs a shell command`. */
  readonly effect: string
  readonly action?: SinkAction
  /** What a tool with this call can do. */
  readonly capability?: Capability
  /** Must hold as well. */
  readonly when?: SinkCondition
  /** A program in which a value called `tainted` reaches this sink. */
  readonly example: string
}

/** What the models of a family share. */
export type SinkEffect = Pick<SinkModel, 'kind' | 'effect' | 'action' | 'capability'>
