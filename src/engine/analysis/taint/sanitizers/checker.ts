import type { ValueFacts } from './value-facts.ts'
import type { Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'

/** Queries used by the checks for single operations. */
export interface Checker {
  readonly context: GuardContext
  /** Returns facts for a value and for the values that it was derived from. */
  about(node: number, shown: ValueFacts): Facts
  /** Like `about`, for every element of a collection. The collection itself gets the same facts. */
  aboutEach(collection: number, known: Facts): Facts
  /**
   * Returns the facts that follow if a value's attribute is truthy or falsy. If `fields` is empty, they follow from the
   * value itself.
   */
  impliedFacts(node: number, fields: readonly string[], isTruthy: boolean): Facts
  /**
   * Returns the facts that follow if a function returns a truthy value for at least one element of a collection. They
   * do not apply to any particular element.
   */
  impliedBySome(collection: number, functionNode: number): Facts
  /**
   * Returns the facts that follow if a callback returns a truthy or falsy value for an element of a collection. They
   * concern the element and captured values.
   */
  impliedByResult(functionNode: number, collection: number, isTruthy: boolean): Facts
}

/**
 * Returns the facts that follow if a call returns a truthy or falsy value. Undefined if the check does not apply to the
 * call.
 */
export type CallCheck = (checker: Checker, call: number, isTruthy: boolean) => Facts | undefined
