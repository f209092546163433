import type { KeyedAttribute } from './heap.ts'

/**
 * What values refer to: functions, classes and their instances, objects, and what modules outside of the project
 * export. Found once for the whole program, before taint is followed.
 */
export interface References {
  /** Functions that a `Call` or `New` may run; their indexes in the program. Empty for what is outside of it. */
  callees(call: number): readonly number[]
  /** `Call` and `New` nodes that may run a function. */
  callers(functionIndex: number): readonly number[]
  /**
   * Names of what is outside of the program that a value may be, by the way from the module or global to it:
   * `child_process.exec`, `process.argv`, `fs.promises.readFile`, `axios`. `()` stands for the result of a call, `new`
   * before a path for an instance: `axios.create()`, `new pg.Pool`, `new pg.Pool.query`. `node:` and `default` are left
   * out, `fs/promises` is `fs.promises`; Python: `subprocess.run`, `os.path.join`. An awaited value has the name of
   * what it was awaited of. A value with no known name gives an empty list.
   */
  externals(node: number): readonly string[]
  /** Nodes that made the objects a value may be: `ObjectOf`, `ArrayOf`, `New`, `Closure`, `Class` nodes. */
  objects(node: number): readonly number[]
  /**
   * Values that were stored in an attribute of what a value may be: properties of object literals, fields of instances,
   * exports of modules, members of classes.
   */
  attribute(node: number, key: string): readonly number[]
  /** Attributes of whatever a value may be, with their keys; undefined stands for all keys together. */
  attributesOf(node: number): readonly KeyedAttribute[]
  /**
   * Nodes that a value certainly is one of, seen through variables, captures, phis, awaits, imports, and parameters of
   * functions with few callers: definitions, such as literals, calls, objects.
   */
  origins(node: number): readonly number[]
  /** Classes of the program whose instance a value may be; indexes in the program. */
  instanceClasses(node: number): readonly number[]
  /** Classes of the program that a value may be; indexes in the program. */
  classes(node: number): readonly number[]
  /** Functions that a value may be. */
  functions(node: number): readonly number[]
  /**
   * The value that a call passes for a parameter. Undefined where it passes none, or only part of a value or one of
   * several is known.
   */
  argumentFor(call: number, functionIndex: number, parameter: number): number | undefined
  /** Whether a call certainly passes nothing for a parameter, so that the parameter has its default. */
  isLeftOut(call: number, functionIndex: number, parameter: number): boolean
  /** What a function is called on, −1 where that is not known. */
  receiverFor(call: number, functionIndex: number): number
}
