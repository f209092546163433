import type { KeyedAttribute } from './heap.ts'

/**
 * Points-to information: functions, classes and their instances, objects, and exports of external modules. Computed
 * once for the whole program, before the taint analysis.
 */
export interface References {
  /** Functions that a `Call` or `New` may run, as indexes in the program. Empty for external functions. */
  callees(call: number): readonly number[]
  /** `Call` and `New` nodes that may run a function. */
  callers(functionIndex: number): readonly number[]
  /**
   * Names of the external values that a value may be, as paths from a module or global: `child_process.exec`,
   * `process.argv`, `fs.promises.readFile`, `axios`. `()` denotes the result of a call and a leading `new` an instance:
   * `axios.create()`, `new pg.Pool`, `new pg.Pool.query`. `node:` and `default` are omitted, and `fs/promises` becomes
   * `fs.promises`. Python: `subprocess.run`, `os.path.join`. An awaited value has the name of the promise. Empty for a
   * value without a known name.
   */
  externals(node: number): readonly string[]
  /**
   * Allocation sites of the objects that a value may refer to: `ObjectOf`, `ArrayOf`, `New`, `Closure`, and `Class`
   * nodes.
   */
  objects(node: number): readonly number[]
  /**
   * Values stored in an attribute of the objects that a value may refer to: object literal properties, instance fields,
   * module exports, and class members.
   */
  attribute(node: number, key: string): readonly number[]
  /** Attributes that a value may have, with their keys. An undefined key represents all keys together. */
  attributesOf(node: number): readonly KeyedAttribute[]
  /**
   * Definitions that a value must come from, such as literals, calls, and objects. Resolved through variables,
   * captures, phis, awaits, imports, and parameters of functions that have few callers.
   */
  origins(node: number): readonly number[]
  /** Classes that a value may be an instance of, as indexes in the program. */
  instanceClasses(node: number): readonly number[]
  /** Program classes that a value may refer to, as indexes in the program. */
  classes(node: number): readonly number[]
  /** Functions that a value may refer to. */
  functions(node: number): readonly number[]
  /**
   * Value that a call passes for a parameter. Undefined if the call passes none, part of a value, or one of several
   * values.
   */
  argumentFor(call: number, functionIndex: number, parameter: number): number | undefined
  /** True if a call certainly passes no argument for a parameter, so its default applies. */
  isLeftOut(call: number, functionIndex: number, parameter: number): boolean
  /** Receiver of a call, or -1 if it is unknown. */
  receiverFor(call: number, functionIndex: number): number
}
