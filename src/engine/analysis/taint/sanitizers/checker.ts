import type { ValueFacts } from './value-facts.ts'
import type { Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'

/** Queries that the checks of single operations make. */
export interface Checker {
  readonly context: GuardContext
  /** Returns facts for a value and for its sources, the values that it was derived from. */
  about(node: number, shown: ValueFacts): Facts
  /** Returns facts for a collection, given facts about each of its elements. */
  aboutEach(collection: number, known: Facts): Facts
  /**
   * Returns the facts that follow if a value's attribute is truthy or falsy. If `fields` is empty, they follow from the
   * value itself.
   */
  impliedFacts(node: number, fields: readonly string[], isTruthy: boolean): Facts
  /**
   * Returns the facts that follow if a function returns a truthy value for at least one element of a collection. The
   * facts do not apply to a particular element.
   */
  impliedBySome(collection: number, functionNode: number): Facts
  /**
   * Returns the facts that follow if a callback returns a truthy or falsy value for an element of a collection. The
   * facts are about the element and about captured values.
   */
  impliedByResult(functionNode: number, collection: number, isTruthy: boolean): Facts
}

/**
 * Returns the facts that follow if a call returns a truthy or falsy value. Undefined if the check does not apply to the
 * call.
 */
export type CallCheck = (checker: Checker, call: number, isTruthy: boolean) => Facts | undefined
