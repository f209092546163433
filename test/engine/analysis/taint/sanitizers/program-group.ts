/** Small functions that call `use` once each, by name, and what they share. */
export interface ProgramGroup {
  readonly name: string
  readonly language: 'javascript' | 'python'
  readonly head: string
  readonly functions: readonly (readonly [name: string, body: string])[]
  /** Whether the value is judged where it is used, or what the expression leaves of its operand. */
  readonly asks: 'judge' | 'transfer'
}

/** Whole programs, each on its own: for what classes, modules and several functions show of a value. */
export interface WholePrograms {
  readonly name: string
  readonly language: 'javascript' | 'python'
  /** What each program starts with. */
  readonly head: string
  /**
   * By name the text of a program, which calls `use(value)` any number of times, and `useField(object, 'a.b')` to ask
   * about a field. An assignment to an attribute `kept` is a use of what it assigns. `entry(parameter, schema)` says
   * that a caller sends a parameter, checked against a schema or not. A line `=== b.ts` starts another file; the first
   * one is `a.ts` or `a.py`.
   */
  readonly programs: Readonly<Record<string, string>>
}

/** Functions that use `x` where a condition holds, and functions that use it where the condition does not hold. */
export const where = (before: string, list: readonly string[]): [name: string, body: string][] =>
  list.flatMap((condition): [string, string][] => [
    [condition, `${before}if (!(${condition})) throw 1; use(x)`],
    [`not: ${condition}`, `${before}if (${condition}) throw 1; use(x)`],
  ])

/** Splits a group into groups of at most 25 functions: each group is one program, so that a function costs little. */
export function inParts(group: ProgramGroup): ProgramGroup[] {
  const size = 25
  return Array.from({ length: Math.ceil(group.functions.length / size) }, (_none, part) => ({
    ...group,
    name: group.functions.length > size ? `${group.name} ${part + 1}` : group.name,
    functions: group.functions.slice(part * size, (part + 1) * size),
  }))
}

/**
 * Programs by their texts: each text is the body of a function of `p` and `q`, two texts of one caller, and `list`, a
 * list of the same caller.
 */
export function bodies(...texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text, `export async function f(p, q, list) { ${text} }`]))
}

/** As `bodies`, in Python: lines without the indentation of the function. */
export function pythonBodies(...texts: readonly string[]): Record<string, string> {
  return Object.fromEntries(texts.map((text) => [text, `def f(p, q, items):\n${text.replace(/^/gm, '    ')}\n`]))
}
