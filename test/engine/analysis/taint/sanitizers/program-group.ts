/** Small named functions that call `use` once each, and their shared code. */
export interface ProgramGroup {
  readonly name: string
  readonly language: 'javascript' | 'python'
  readonly head: string
  readonly functions: readonly (readonly [name: string, body: string])[]
  /**
   * `judge` tests the taint of the value at its use. `transfer` tests the taint of the operand that the expression
   * keeps.
   */
  readonly asks: 'judge' | 'transfer'
}

/** Separate programs, for checks that span classes, modules, and several functions. */
export interface WholePrograms {
  readonly name: string
  readonly language: 'javascript' | 'python'
  /** Code at the start of each program. */
  readonly head: string
  /**
   * Text of each program by name. A program calls `use(value)` any number of times, and `useField(object, 'a.b')` for a
   * field. An assignment to an attribute `kept` is a use of the assigned value. `entry(parameter, schema)` marks a
   * parameter as untrusted input, with or without a schema that validates it. A line `=== b.ts` starts another file.
   * The first one is `a.ts` or `a.py`.
   */
  readonly programs: Readonly<Record<string, string>>
}

/** Functions that use `x` if a condition holds, and functions that use it if the condition does not hold. */
export const where = (before: string, list: readonly string[]): [name: string, body: string][] =>
  list.flatMap((condition): [string, string][] => [
    [condition, `${before}if (!(${condition})) throw 1; use(x)`],
    [`not: ${condition}`, `${before}if (${condition}) throw 1; use(x)`],
  ])

/** Splits a group into groups of at most 25 functions. Each group is one program, so that a function costs little. */
export function inParts(group: ProgramGroup): ProgramGroup[] {
  const size = 25
  return Array.from({ length: Math.ceil(group.functions.length / size) }, (_none, part) => ({
    ...group,
    name: group.functions.length > size ? `${group.name} ${part + 1}` : group.name,
    functions: group.functions.slice(part * size, (part + 1) * size),
  }))
}

/**
 * Returns programs by their text. Each text is the body of a function with two text arguments, `p` and `q`, and a list
 * argument `list`, all from the same caller.
 */
export function bodies(...texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text, `export async function f(p, q, list) { ${text} }`]))
}

/** Same as `bodies`, for Python. Lines omit the indentation of the function. */
export function pythonBodies(...texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text, `def f(p, q, items):\n${text.replace(/^/gm, '    ')}\n`]))
}
