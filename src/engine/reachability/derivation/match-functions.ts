import { derivationLimits } from './derivation-limits.ts'
import { Op } from '../../analysis/ir/operations.ts'
import { type ComparableFunction, type ComparableModule, operandOf } from './comparable-module.ts'

/** Functions of both versions that correspond to each other. */
export interface FunctionMatches {
  /** Function of the fixed version by function of the affected version. */
  readonly afterOf: ReadonlyMap<ComparableFunction, ComparableFunction>
  readonly removed: readonly ComparableFunction[]
  readonly added: readonly ComparableFunction[]
}

/** Functions with fewer nodes are too common to be recognized by what they do. */
const minDistinctiveNodes = 6

/** Share of common node hashes from which two functions count as versions of one function. */
const minSimilarity = 0.4
const minCommonHashes = 4

/**
 * Matches the functions of two versions: first identical functions, then functions with the same name, then similar
 * functions. Each function is matched at most once.
 */
export function matchFunctions(
  before: readonly ComparableModule[],
  after: readonly ComparableModule[],
): FunctionMatches {
  const afterOf = new Map<ComparableFunction, ComparableFunction>()
  const left = { before: functionsOf(before), after: functionsOf(after) }
  const matchBy = (
    keyOf: (one: ComparableFunction) => string | undefined,
    canMatch: (one: ComparableFunction, other: ComparableFunction) => boolean = () => true,
  ) => {
    const byKey = new Map<string, ComparableFunction[]>()
    for (const one of left.after.values()) {
      const key = keyOf(one)
      if (key === undefined) continue
      const same = byKey.get(key)
      if (same) same.push(one)
      else byKey.set(key, [one])
    }
    for (const waiting of byKey.values()) waiting.reverse()
    for (const one of left.before) {
      const key = keyOf(one)
      const others = key === undefined ? undefined : byKey.get(key)
      const other = others?.at(-1)
      if (!other || !canMatch(one, other)) continue
      others?.pop()
      pair(one, other)
    }
  }
  const pair = (one: ComparableFunction, other: ComparableFunction) => {
    afterOf.set(one, other)
    left.before.delete(one)
    left.after.delete(other)
  }
  matchBy((one) => (one.index === 0 ? place(one) : undefined))
  matchBy((one) => `${place(one)}\0${one.fingerprint}`)
  matchBy((one) => `${one.module.stablePath}\0${parentName(one)}\0${one.fingerprint}`)
  matchBy((one) => (isDistinctive(one) ? `${one.module.stablePath}\0${one.fingerprint}` : undefined))
  // Before other files, because the fixed version may contain a copy of the old file.
  matchBy(place, isSimilar)
  matchBy((one) => `${one.name}\0${one.fingerprint}`)
  matchBy((one) => (isDistinctive(one) ? `${one.fingerprint}` : undefined))
  matchBy((one) => (isUnnamed(one) ? undefined : place(one)))
  matchBy((one) => (isUnnamed(one) ? undefined : `${fileName(one)}\0${one.name}`))
  matchReferences(afterOf, left, pair)
  matchSimilar(left.before, left.after, pair)
  matchReferences(afterOf, left, pair)
  matchBy(
    (one) => (isUnnamed(one) ? `${one.module.stablePath}\0${one.fingerprint}` : undefined),
    (one, other) => hasSameSurroundings(one, other, afterOf),
  )
  matchBy(place)
  return { afterOf, removed: [...left.before], added: [...left.after] }
}

const functionsOf = (modules: readonly ComparableModule[]) => new Set(modules.flatMap(({ functions }) => functions))
/** Key of the functions that have the same name in the same file. */
export const place = (one: ComparableFunction) => `${one.module.stablePath}\0${one.name}`
const isDistinctive = ({ nodes }: ComparableFunction) => nodes.length >= minDistinctiveNodes
const parentName = ({ name }: ComparableFunction) => name.slice(0, Math.max(0, name.lastIndexOf('.')))
const fileName = ({ module }: ComparableFunction) => module.stablePath.slice(module.stablePath.lastIndexOf('/') + 1)

/** True if a part of the name depends on the order of functions. Minified names do too. */
export function isUnnamed({ name }: ComparableFunction): boolean {
  return /<\d+>|#\d+$|(?:^|\.)[A-Za-z_$]{1,2}$/.test(name)
}

/** Matches functions that identical functions use in the same place. */
function matchReferences(
  afterOf: ReadonlyMap<ComparableFunction, ComparableFunction>,
  left: { readonly before: ReadonlySet<ComparableFunction>; readonly after: ReadonlySet<ComparableFunction> },
  pair: (one: ComparableFunction, other: ComparableFunction) => void,
): void {
  // The map grows while it is read, so that matches lead to further matches.
  for (const [one, other] of afterOf) {
    if (one.fingerprint !== other.fingerprint) continue
    for (const [index, reference] of one.references.entries()) {
      const target = referredFunction(one, reference)
      const otherTarget = referredFunction(other, other.references[index] ?? -1)
      if (target && otherTarget && left.before.has(target) && left.after.has(otherTarget)) pair(target, otherTarget)
    }
  }
}

/** True if two functions belong to corresponding functions, and use corresponding functions and imports. */
function hasSameSurroundings(
  one: ComparableFunction,
  other: ComparableFunction,
  afterOf: ReadonlyMap<ComparableFunction, ComparableFunction>,
): boolean {
  const parent = parentOf(one)
  if (!parent || afterOf.get(parent) !== parentOf(other)) return false
  return one.references.every((reference, index) => {
    const otherReference = other.references[index] ?? -1
    const target = referredFunction(one, reference)
    if (target) return afterOf.get(target) === referredFunction(other, otherReference)
    return one.module.hashes.nodes[reference] === other.module.hashes.nodes[otherReference]
  })
}

const parentOf = ({ module: { unit, functions }, index }: ComparableFunction) =>
  functions[unit.functions[index]?.parent ?? -1]

function referredFunction({ module: { unit, functions } }: ComparableFunction, node: number) {
  return unit.ops[node] === Op.Closure ? functions[operandOf(unit, node, 0)] : undefined
}

/** Matches the functions that share most node hashes. Compares a bounded number of candidates per function. */
function matchSimilar(
  before: ReadonlySet<ComparableFunction>,
  after: ReadonlySet<ComparableFunction>,
  pair: (one: ComparableFunction, other: ComparableFunction) => void,
): void {
  const byHash = new Map<number, ComparableFunction[]>()
  for (const one of after)
    for (const hash of sketchOf(one)) {
      const same = byHash.get(hash)
      if (!same) byHash.set(hash, [one])
      else if (same.length <= derivationLimits.maxCandidatesPerHash) same.push(one)
    }
  const taken = new Set<ComparableFunction>()
  for (const one of before) {
    const sketch = sketchOf(one)
    const shared = new Map<ComparableFunction, number>()
    for (const hash of sketch) {
      const candidates = byHash.get(hash) ?? []
      if (candidates.length > derivationLimits.maxCandidatesPerHash) continue
      for (const other of candidates) if (!taken.has(other)) shared.set(other, (shared.get(other) ?? 0) + 1)
    }
    let [best, bestSimilarity]: [ComparableFunction | undefined, number] = [undefined, minSimilarity]
    for (const [other, common] of shared) {
      const similarity = similarityOf(sketch, sketchOf(other), common)
      if (similarity < bestSimilarity || common < minCommonHashes) continue
      best = other
      bestSimilarity = similarity
    }
    if (!best) continue
    taken.add(best)
    pair(one, best)
  }
}

/** True if two functions share most of their node hashes. */
function isSimilar(one: ComparableFunction, other: ComparableFunction): boolean {
  const [sketch, otherSketch] = [sketchOf(one), sketchOf(other)]
  const common = [...sketch].filter((hash) => otherSketch.has(hash)).length
  return similarityOf(sketch, otherSketch, common) >= minSimilarity
}

/** Share of the hashes of two sketches that both have. */
function similarityOf(sketch: ReadonlySet<number>, other: ReadonlySet<number>, common: number): number {
  return common / Math.max(1, sketch.size + other.size - common)
}

/** Sketches of functions. Many files can have a function with the same name, and each is compared with all of them. */
const sketches = new WeakMap<ComparableFunction, ReadonlySet<number>>()

/** Lowest node hashes of a function. Similar functions share most of them. */
function sketchOf(one: ComparableFunction): ReadonlySet<number> {
  const known = sketches.get(one)
  if (known) return known
  const { module, nodes } = one
  const hashes = [...new Set(nodes.map((node) => module.hashes.nodes[node] ?? 0))].sort((a, b) => a - b)
  const sketch = new Set(hashes.slice(0, derivationLimits.sketchSize))
  sketches.set(one, sketch)
  return sketch
}
