/** Small functions that call `use` once each, by name, and what they share. */
export interface ProgramGroup {
  readonly name: string
  readonly language: 'javascript' | 'python'
  readonly head: string
  readonly functions: readonly (readonly [name: string, body: string])[]
  /** Whether the value is judged where it is used, with `test` also for undecided checks, or what the expression leaves of its operand. */
  readonly asks: 'judge' | 'test' | 'transfer'
}

/** Functions that use `x` where a condition holds, and functions that use it where the condition does not hold. */
export const where = (before: string, list: readonly string[]): [name: string, body: string][] => list.flatMap((condition): [string, string][] => [
  [condition, `${before}if (!(${condition})) throw 1; use(x)`],
  [`not: ${condition}`, `${before}if (${condition}) throw 1; use(x)`],
])

/** Splits a group into groups of at most 25 functions: each group is one program, so that a function costs little. */
export function inParts(group: ProgramGroup): ProgramGroup[] {
  const size = 25
  return Array.from({ length: Math.ceil(group.functions.length / size) }, (_none, part) => ({ ...group, name: group.functions.length > size ? `${group.name} ${part + 1}` : group.name, functions: group.functions.slice(part * size, (part + 1) * size) }))
}
