import { Op, RegionKind } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'

/** How a program's regions and functions are related. */
export interface RegionLinks {
  /** Regions for both outcomes of each condition. */
  readonly byCondition: ReadonlyMap<number, readonly number[]>
  /** 1 for each region whose end cannot be reached. */
  readonly leaves: Uint8Array
  /** Closure node of each function. */
  readonly makers: ReadonlyMap<number, number>
  /** Exception handler region of each `attempt` region. */
  readonly rescues: ReadonlyMap<number, number>
}

export function findRegionLinks(program: Program): RegionLinks {
  const byCondition = new Map<number, number[]>()
  const rescues = new Map<number, number>()
  const attempts = new Map<number, number>()
  const count = program.regionParents.length
  for (let region = 0; region < count; region += 1) {
    const condition = program.conditionOf(region)
    if (condition >= 0) {
      const known = byCondition.get(condition)
      if (known) known.push(region)
      else byCondition.set(condition, [region])
    }
    const kind = program.regionKinds[region]
    const parent = program.regionAround(region)
    if (kind === RegionKind.attempt) attempts.set(parent, region)
    const attempt = kind === RegionKind.rescue ? attempts.get(parent) : undefined
    if (attempt !== undefined) rescues.set(attempt, region)
  }
  const makers = new Map<number, number>()
  for (const node of program.index.of(Op.Closure)) makers.set(program.operand(node, 0), node)
  return { byCondition, rescues, makers, leaves: leavingRegions(program, byCondition) }
}

/**
 * Marks regions whose end cannot be reached because a dead region follows, or because both branches of a condition in
 * them are marked.
 */
function leavingRegions(program: Program, byCondition: ReadonlyMap<number, readonly number[]>): Uint8Array {
  const leaves = new Uint8Array(program.regionParents.length)
  for (let region = leaves.length - 1; region >= 0; region -= 1) {
    const parent = program.regionAround(region)
    if (parent < 0) continue
    const kind = program.regionKinds[region]
    if (kind === RegionKind.dead) leaves[parent] = 1
    else if (leaves[region] === 1 && kind === RegionKind.attempt) leaves[parent] = 1
    else if (leaves[region] === 1) {
      const siblings = byCondition.get(program.conditionOf(region)) ?? []
      if (siblings.length > 1 && siblings.every((one) => leaves[one] === 1)) leaves[parent] = 1
    }
  }
  return leaves
}

/** Returns the regions that enclose a node, innermost first. Includes regions around the enclosing functions. */
export function regionsAround(program: Program, { makers }: RegionLinks, node: number): ReadonlySet<number> {
  const found = new Set<number>()
  let at = node
  for (let depth = 0; depth < 6 && at >= 0; depth += 1) {
    for (let region = program.regionAt(at); region >= 0 && found.size < 500; region = program.regionAround(region))
      found.add(region)
    at = makers.get(program.functionOf(at)) ?? -1
  }
  return found
}
