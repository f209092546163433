import type { TaintMask } from '../../../taint-kind.ts'

/** Tested nodes, each with the taint kinds that its tests fit. */
export type Tests = ReadonlyMap<number, TaintMask>

export const noTests: Tests = new Map()

/** Combines tests that all run. */
export function allTests(several: readonly Tests[]): Tests {
  const [first = noTests, ...others] = several.filter(({ size }) => size > 0)
  if (others.length === 0) return first
  const all = new Map(first)
  for (const other of others) for (const [node, kinds] of other) all.set(node, (all.get(node) ?? 0) | kinds)
  return all
}

/** Combines alternative tests. Keeps only nodes that are tested in each alternative, because only one of them runs. */
export function anyTests(several: readonly Tests[]): Tests {
  const [first = noTests, ...others] = several
  if (others.length === 0) return first
  const common = new Map<number, TaintMask>()
  for (const [node, kinds] of first) {
    const left = others.reduce((mask, other) => mask & (other.get(node) ?? 0), kinds)
    if (left !== 0) common.set(node, left)
  }
  return common
}

/** Restricts tests to some kinds. */
export function withKinds(tests: Tests, kinds: TaintMask): Tests {
  const left = new Map<number, TaintMask>()
  for (const [node, own] of tests) if ((own & kinds) !== 0) left.set(node, own & kinds)
  return left
}
