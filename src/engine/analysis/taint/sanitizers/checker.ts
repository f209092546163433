import type { ValueFacts } from './value-facts.ts'
import type { Facts } from './facts.ts'
import type { GuardContext } from './guard-context.ts'

/** What the checks of single operations may ask while they say what follows from an outcome. */
export interface Checker {
  readonly context: GuardContext
  /** What is known when a value is shown something, and with it what it was made of. */
  about(node: number, shown: ValueFacts): Facts
  /** As `about`, for every element of a collection: the collection is shown it too. */
  aboutEach(collection: number, known: Facts): Facts
  /** What follows when an attribute of a value (or the value itself, without fields) is truthy or falsy. */
  impliedFacts(node: number, fields: readonly string[], isTruthy: boolean): Facts
  /**
   * What follows when a function gives something truthy for at least one element of a collection. Nothing follows about
   * the elements: any of    * them may be that one.
   */
  impliedBySome(collection: number, functionNode: number): Facts
  /**
   * What follows when a function that is handed over gives something truthy or falsy for an element of a collection: of
   * the element, and of what the function sees around it.
   */
  impliedByResult(functionNode: number, collection: number, isTruthy: boolean): Facts
}

/** What follows when a call gives something truthy or falsy; undefined when the check is about something else. */
export type CallCheck = (checker: Checker, call: number, isTruthy: boolean) => Facts | undefined
