import type { TaintKind } from '../../taint-kind.ts'
import type { Capability } from '../../../model/scanned-tool.ts'
import type { EffectText } from './effect-texts.ts'
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

/** Model of a call with an argument that must not be untrusted input. */
export interface SinkModel {
  /** Language of the library, as in `LanguageSemantics.libraries`. */
  readonly language: string
  /**
   * Name as in `References.externals`, with aliases resolved (`canonical-names.ts`). `pg.*.query` matches that method
   * on any object returned by the module.
   */
  readonly callee?: string
  /**
   * For names with `.*.`: matches the resolved names of receivers that are of another type, such as a path string. The
   * model does not apply to them.
   */
  readonly notOf?: RegExp
  /** Alternative to `callee`: the name of a method whose receiver could not be resolved. */
  readonly method?: string
  /**
   * For `method`: matches the lowercase words in the receiver's variable, attribute, or type name, or in the name of
   * the call that returned the receiver.
   */
  readonly receiver?: RegExp
  /**
   * The dangerous argument: its index from 0, `receiver` for the method's receiver, or `all` for every argument. `made
   * of` means the argument `name` of the call that created the receiver.
   */
  readonly argument: number | 'receiver' | 'all' | 'made of'
  /** Keyword for the argument, if the language has keyword arguments. */
  readonly name?: string
  /** Path inside the argument: keys in order, with `*` for any element. */
  readonly at?: readonly string[]
  readonly kind: TaintKind
  /** Verb phrase that describes the call: `runs a shell command`. */
  readonly effect: EffectText
  readonly action?: SinkAction
  /** Capability that this call gives a tool. */
  readonly capability?: Capability
  /** Additional condition for a match. */
  readonly when?: SinkCondition
  /** A program in which a value named `tainted` reaches this sink. */
  readonly example: string
}

/** Fields shared by all models of a family. */
export type SinkEffect = Pick<SinkModel, 'kind' | 'effect' | 'action' | 'capability'>
