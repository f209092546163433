import type { IrModule } from '../../analysis/ir/ir-module.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { OperandKind, operandKind } from '../../analysis/program/operand-kinds.ts'
import { functionNames } from '../function-names.ts'
import { Hasher } from './hasher.ts'
import { hashNodes, type NodeHashes } from './node-hashes.ts'
import type { StableText } from './stable-text.ts'

/** A function of one version, prepared for comparison. */
export interface ComparableFunction {
  readonly module: ComparableModule
  readonly index: number
  /** Path of the file without versions, then the name path. */
  readonly name: string
  /** Hash of everything that the function does, without nested functions. */
  readonly fingerprint: number
  /** Nodes of the function in execution order, without nodes that only create nested functions. */
  readonly nodes: readonly number[]
  /** Variables of enclosing functions that the function uses, as nodes, in the order of their first use. */
  readonly references: readonly number[]
  /** Number of functions that are created directly in the function. */
  readonly nested: number
}

/** A file of one version, prepared for comparison. */
export interface ComparableModule {
  readonly path: string
  /** Path without versions and digests. */
  readonly stablePath: string
  readonly text: string
  readonly unit: IrModule
  readonly hashes: NodeHashes
  readonly functions: readonly ComparableFunction[]
}

/** Fingerprints every function of a module. */
export function comparableModule(path: string, text: string, unit: IrModule, stable: StableText): ComparableModule {
  const hashes = hashNodes(unit, stable)
  const names = functionNames(unit)
  const isUsed = usedNodes(unit)
  const nodes: number[][] = unit.functions.map(() => [])
  const references: Set<number>[] = unit.functions.map(() => new Set())
  for (let node = 0; node < unit.ops.length; node += 1) {
    const owner = functionOfNode(unit, node)
    const op = unit.ops[node]
    if (op !== Op.Closure && op !== Op.Class && op !== Op.Self && op !== Op.Parameter) nodes[owner]?.push(node)
    if (op === Op.Capture && isUsed[node] === 1) references[owner]?.add(capturedNode(unit, node))
  }
  const nested = unit.functions.map(() => 0)
  for (const { parent } of unit.functions) if (parent >= 0) nested[parent] = (nested[parent] ?? 0) + 1
  const functions: ComparableFunction[] = []
  const module: ComparableModule = { path, stablePath: stable.ofSpecifier(path), text, unit, hashes, functions }
  for (const [index, { flags, parameters }] of unit.functions.entries()) {
    const hasher = new Hasher().add(flags).add(parameters.length)
    for (const node of nodes[index] ?? []) hasher.addHash(placedHash(module, node))
    functions.push({
      module,
      index,
      name: names[index] ?? '',
      fingerprint: hasher.value(),
      nodes: nodes[index] ?? [],
      references: [...(references[index] ?? [])],
      nested: nested[index] ?? 0,
    })
  }
  return module
}

/** Marks the nodes that their own function uses. The others only pass variables to nested functions. */
function usedNodes(unit: IrModule): Uint8Array {
  const isUsed = new Uint8Array(unit.ops.length)
  for (let node = 0; node < unit.ops.length; node += 1)
    if (unit.ops[node] !== Op.Capture) for (const operand of nodeOperands(unit, node)) isUsed[operand] = 1
  for (const condition of unit.regionConditions) if (condition >= 0) isUsed[condition] = 1
  return isUsed
}

/** Hash of a node and of the conditions under which it runs. */
export function placedHash({ hashes, unit }: ComparableModule, node: number): number {
  return new Hasher()
    .addHash(hashes.nodes[node] ?? 0)
    .addHash(hashes.regions[unit.regionOf[node] ?? 0] ?? 0)
    .value()
}

/** Function that contains a node. */
export function functionOfNode(unit: IrModule, node: number): number {
  return unit.regionFunctions[unit.regionOf[node] ?? 0] ?? 0
}

/** Operand of a node, or -1. */
export function operandOf(unit: IrModule, node: number, index: number): number {
  const at = (unit.operandsAt[node] ?? 0) + index
  return at < (unit.operandsAt[node + 1] ?? 0) ? (unit.operands[at] ?? -1) : -1
}

/** Returns a node's operands that are nodes. */
export function nodeOperands(unit: IrModule, node: number): number[] {
  const found: number[] = []
  const op = unit.ops[node] as Op
  const start = unit.operandsAt[node] ?? 0
  for (let at = start; at < (unit.operandsAt[node + 1] ?? 0); at += 1)
    if (operandKind(op, at - start) === OperandKind.node) found.push(unit.operands[at] ?? 0)
  return found
}

const maxCaptureChain = 100

/** Follows captures of captures to the variable. */
export function capturedNode(unit: IrModule, capture: number): number {
  let node = capture
  for (let step = 0; step < maxCaptureChain && unit.ops[node] === Op.Capture; step += 1) node = operandOf(unit, node, 0)
  return node
}
