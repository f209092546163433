/**
 * IR operations. Their numbers are part of stored file results, so append new ones and increment `irVersion` with every
 * change. Operands are nodes unless marked otherwise: `S` is an index into the module's strings.
 *
 * The IR is independent of the source language. A frontend translates constructs to operations on values; names,
 * scopes, hoisting, and destructuring no longer appear in it.
 */
export const Op = {
  /** `[...parts]`: an unknown value that depends on its parts. */
  Opaque: 0,
  /** `[LiteralKind, S]`: a constant with its text. */
  Literal: 1,
  /** `[index]`: a parameter; see `IrFunction.parameters`. */
  Parameter: 2,
  /**
   * `[]`: `this`. A language that passes the receiver as a parameter sets `FunctionFlag.receiverIsParameter` instead.
   */
  Self: 3,
  /** `[S specifier, S name]`: an export of a module; `*` for the module itself, `default` for its default export. */
  Import: 4,
  /** `[S name]`: a name not declared in any scope of the file. */
  Global: 5,
  /** `[value]`: a variable of the enclosing function. */
  Capture: 6,
  /** `[...values]`: a variable assigned by several functions in an unknown order; it may have any of the values. */
  Cell: 7,
  /** `[value, region, value, region, …]`: one of the values, each under the conditions of its region. */
  Phi: 8,
  /** `[object, S key]`: reads an attribute. */
  Load: 9,
  /** `[object, key]`: reads an element with a computed key or index. */
  LoadDynamic: 10,
  /** `[object, S key, value]` */
  Store: 11,
  /** `[object, key, value]` */
  StoreDynamic: 12,
  /**
   * `[callee, ...arguments]`. The callee of a method is the `Load` from its receiver. Arguments may be `Spread`,
   * `Keyword`, or `SpreadKeywords`.
   */
  Call: 13,
  /**
   * `[callee, ...arguments]`: creates an instance. Python creates instances with ordinary calls, so for `Call` nodes
   * the analysis infers this from the callee.
   */
  New: 14,
  /** `[tag, text, value, text, value, …, text]`. The texts are literals. */
  TaggedTemplate: 15,
  /** `[...parts]`: concatenates text: `+`, templates, f-strings, `%`. */
  Concat: 16,
  /**
   * `[S operator, left, right]`: `===`, `==`, `!==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not in`, `instanceof`, `-`,
   * `*`, …
   */
  Binary: 17,
  /** `[S operator, operand]`: `!`, `-`, `typeof`, … */
  Unary: 18,
  /** `[S 'and' | 'or' | 'nullish', left, right]`: one of the operands. As a condition, it depends on both. */
  Logical: 19,
  /** `[...items]`: a list, tuple, or set. Items may be `Spread`. */
  ArrayOf: 20,
  /** `[...entries]`: `Property`, `ComputedProperty`, or `Spread`. */
  ObjectOf: 21,
  /** `[S key, value]` */
  Property: 22,
  /** `[key, value]` */
  ComputedProperty: 23,
  /** `[collection or object]`: expands to the elements or properties. */
  Spread: 24,
  /** `[S name, value]`: a keyword argument. */
  Keyword: 25,
  /** `[mapping]`: keyword arguments from a mapping. */
  SpreadKeywords: 26,
  /** `[index of an IrFunction]` */
  Closure: 27,
  /** `[index of an IrClass]` */
  Class: 28,
  /** `[value]`: the resolved value. */
  Await: 29,
  /** `[collection]`: any element that iteration yields. */
  Element: 30,
  /** `[object]`: any key of the object. */
  Key: 31,
  /** `[]`: the exception that a handler caught. */
  Caught: 32,
  /** `[value]` */
  Return: 33,
  /** `[value]` */
  Throw: 34,
  /** `[value]` */
  Yield: 35,
  /** `[S name, value]`: exports the value. */
  Export: 36,
  /** `[S specifier]`: re-exports everything from another module. */
  ExportAll: 37,
  /** `[value, S type]`: the value with a type assertion, which is not checked at run time. */
  Typed: 38,
} as const
export type Op = (typeof Op)[keyof typeof Op]

/** IR version. Increment it with every change to the frontends' output. */
export const irVersion = 8

/**
 * Kind of a `Literal`. The text of a string is its value; the text of other literals is as written. A regular
 * expression is written as `/pattern/flags`.
 */
export const LiteralKind = { string: 0, number: 1, boolean: 2, nothing: 3, pattern: 4, bytes: 5 } as const
export type LiteralKind = (typeof LiteralKind)[keyof typeof LiteralKind]

/** Condition under which a region's nodes run. */
export const RegionKind = {
  /** Function body. */
  entry: 0,
  /** The condition is true. */
  when: 1,
  /** The condition is false. */
  unless: 2,
  /** Runs any number of times. */
  loop: 3,
  /** Body of a `try`, which an exception may exit anywhere. */
  attempt: 4,
  /** After an exception. */
  rescue: 5,
  /** One of several branches with an unknown condition. */
  case: 6,
  /** Unreachable code. */
  dead: 7,
} as const
export type RegionKind = (typeof RegionKind)[keyof typeof RegionKind]

/** Bits of `IrFunction.flags`. */
export const FunctionFlag = {
  async: 1,
  generator: 2,
  receiverIsParameter: 4,
  /** Called by `new`. */ constructor: 8,
  /** Has its own `this`, unlike an arrow function. */ ownSelf: 16,
  /** The receiver is the class, even if the method is called on an instance. */ receiverIsClass: 32,
} as const

/** Kinds of arguments accepted by a parameter. */
export const ParameterKind = {
  positional: 0,
  /** All remaining positional arguments. */ rest: 1,
  /** By name only. */ keyword: 2,
  /** All remaining keyword arguments. */ keywordRest: 3,
  positionalOnly: 4,
} as const
export type ParameterKind = (typeof ParameterKind)[keyof typeof ParameterKind]

export const MemberFlag = { static: 1, getter: 2, setter: 4 } as const
