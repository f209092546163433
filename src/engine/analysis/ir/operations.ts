/**
 * What a node of the intermediate form does. The numbers are stored with results of files: new ones go to the end, and
 * `irVersion` grows with every change. Operands are nodes unless they are marked: `S` is the index of a string of the
 * unit.
 *
 * The form knows no language. A front end says what a construct does with values; names, scopes, hoisting and
 * destructuring are gone afterwards.
 */
export const Op = {
  /** `[...parts]`: a value of which nothing is known but what it was made of. */
  Opaque: 0,
  /** `[LiteralKind, S]`: a constant, with its text. */
  Literal: 1,
  /** `[index]`: what a caller hands over; see `UnitFunction.parameters`. */
  Parameter: 2,
  /**
   * `[]`: `this`. A language that hands the receiver over as a parameter says so with
   * `FunctionFlag.receiverIsParameter`.
   */
  Self: 3,
  /**
   * `[S specifier, S name]`: what a module exports under a name; `*` for the module itself, `default` for its default.
   */
  Import: 4,
  /** `[S name]`: a name that no scope of the file declares. */
  Global: 5,
  /** `[value]`: a variable of the enclosing function. */
  Capture: 6,
  /** `[...values]`: a variable that functions assign in an unknown order; any of these. */
  Cell: 7,
  /** `[value, region, value, region, …]`: one of these values, each under what holds in its region. */
  Phi: 8,
  /** `[object, S key]`: an attribute. */
  Load: 9,
  /** `[object, key]`: an item by a computed key or index. */
  LoadDynamic: 10,
  /** `[object, S key, value]` */
  Store: 11,
  /** `[object, key, value]` */
  StoreDynamic: 12,
  /**
   * `[callee, ...arguments]`; a method's callee is the `Load` of its receiver. Arguments may be `Spread`, `Keyword`,
   * `SpreadKeywords`.
   */
  Call: 13,
  /** `[callee, ...arguments]`: makes an instance. Python calls its classes: the engine sees by the callee. */
  New: 14,
  /** `[tag, text, value, text, value, …, text]`: the texts are literals. */
  TaggedTemplate: 15,
  /** `[...parts]`: text put together, in the order of its parts; `+`, templates, f-strings, `%`. */
  Concat: 16,
  /**
   * `[S operator, left, right]`: `===`, `==`, `!==`, `!=`, `<`, `<=`, `>`, `>=`, `in`, `not in`, `instanceof`, `-`,
   * `*`, …
   */
  Binary: 17,
  /** `[S operator, operand]`: `!`, `-`, `typeof`, … */
  Unary: 18,
  /** `[S 'and' | 'or' | 'nullish', left, right]`: either of them, as a condition both count. */
  Logical: 19,
  /** `[...items]`: list, tuple or set; items may be `Spread`. */
  ArrayOf: 20,
  /** `[...entries]`: `Property`, `ComputedProperty` or `Spread`. */
  ObjectOf: 21,
  /** `[S key, value]` */
  Property: 22,
  /** `[key, value]` */
  ComputedProperty: 23,
  /** `[collection or object]`: its elements, or its properties, stand here. */
  Spread: 24,
  /** `[S name, value]`: an argument by name. */
  Keyword: 25,
  /** `[mapping]`: arguments by name. */
  SpreadKeywords: 26,
  /** `[index of a UnitFunction]` */
  Closure: 27,
  /** `[index of a UnitClass]` */
  Class: 28,
  /** `[value]`: what it resolves to. */
  Await: 29,
  /** `[collection]`: any element that iterating yields. */
  Element: 30,
  /** `[object]`: any of its keys. */
  Key: 31,
  /** `[]`: what a handler of exceptions caught. */
  Caught: 32,
  /** `[value]` */
  Return: 33,
  /** `[value]` */
  Throw: 34,
  /** `[value]` */
  Yield: 35,
  /** `[S name, value]`: the module exports the value. */
  Export: 36,
  /** `[S specifier]`: the module exports whatever another one does. */
  ExportAll: 37,
  /** `[value, S type]`: the same value, of a type that the text claims for it; nothing checks it. */
  Typed: 38,
} as const
export type Op = (typeof Op)[keyof typeof Op]

/** Grows with every change of what front ends write. */
export const irVersion = 5

/**
 * What kind of constant a `Literal` is; its text is the value for a string, else as written. A regular expression's is
 * `/pattern/flags`.
 */
export const LiteralKind = { string: 0, number: 1, boolean: 2, nothing: 3, pattern: 4, bytes: 5 } as const
export type LiteralKind = (typeof LiteralKind)[keyof typeof LiteralKind]

/** What is known to hold where a region's nodes run. */
export const RegionKind = {
  /** The body of a function. */
  entry: 0,
  /** Its condition is true. */
  when: 1,
  /** Its condition is false. */
  unless: 2,
  /** Runs any number of times. */
  loop: 3,
  /** May end anywhere with an exception that is caught. */
  attempt: 4,
  /** After an exception. */
  rescue: 5,
  /** One of several ways of which nothing more is known. */
  case: 6,
  /** Nothing gets here. */
  dead: 7,
} as const
export type RegionKind = (typeof RegionKind)[keyof typeof RegionKind]

/** Bits of `UnitFunction.flags`. */
export const FunctionFlag = {
  async: 1,
  generator: 2,
  /** Its first parameter is what it is called on. */ receiverIsParameter: 4,
  /** Called by `new`. */ constructor: 8,
  /** Its `this` is its own: no arrow function. */ ownSelf: 16,
  /** Its receiver is a class, also where an instance is before the dot. */ receiverIsClass: 32,
} as const

/** What arguments a parameter takes. */
export const ParameterKind = {
  positional: 0,
  /** All that are left. */ rest: 1,
  /** By name alone. */ keyword: 2,
  /** All names that are left. */ keywordRest: 3,
  /** By position alone. */ positionalOnly: 4,
} as const
export type ParameterKind = (typeof ParameterKind)[keyof typeof ParameterKind]

/** Bits of a member's flags. */
export const MemberFlag = { static: 1, getter: 2, setter: 4 } as const
