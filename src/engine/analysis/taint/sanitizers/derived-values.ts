import type { Derivation } from '../../models/sanitizers/derivations.ts'
import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import { pathFactBits } from './fact-bits.ts'

/** What a value was made of, and how. */
export interface Made {
  readonly of: number
  readonly making: Derivation
}

/** Numbered values and what they were made of. Implemented by `Values`. */
export interface DerivedValues {
  /** The number of a node's value. */
  of(node: number): number
  /** What a value was made of directly. */
  madeOf(value: number): readonly Made[]
  /** A node that has a value. */
  nodeOf(value: number): number
}

/** Most values that one is made of, after which no further ones are looked for. */
const maxSources = 40

/** Beside the kinds: networks that what was made is not in, what it was made of is not in either. */
const networks: TaintMask = 1 << 28
/** Beside the kinds: what was made is an address, or what a name was resolved to. */
const resolved: TaintMask = 1 << 29
/** Beside the kinds: what was made is a folder that the value is in. */
export const folder: TaintMask = 1 << 30

/**
 * What all of several values are made of: a check of whichever it is counts for that. `isAddress` says whether a value
 * is certainly an address where it is chosen, by its index.
 */
export function commonSources(
  values: DerivedValues,
  several: readonly number[],
  isAddress: (index: number) => boolean = () => false,
): readonly Made[] {
  const [first, ...others] = several.map((value, index) => sourcesOf(values, value, isAddress(index) ? resolved : 0))
  if (!first || others.length > 8) return []
  const common: Made[] = []
  for (const [of, checks] of first) {
    const all = others.reduce((mask, sources) => mask & (sources.get(of) ?? 0), checks)
    if ((all & (allKinds | networks)) !== 0)
      common.push({
        of,
        making: {
          checks: all & allKinds,
          keeps: 0,
          shows: (all & maskOf('path')) === 0 ? 0 : pathFactBits,
          ...((all & networks) !== 0 && { passesNetworks: true }),
          ...((all & resolved) !== 0 && { resolvesNames: true }),
        },
      })
  }
  return common
}

/** What a value is made of at any depth, itself included, and the kinds for which a check of it counts there. */
export function sourcesOf(values: DerivedValues, value: number, flags: TaintMask = 0): ReadonlyMap<number, TaintMask> {
  const found = new Map<number, TaintMask>([[value, allKinds | networks | flags]])
  for (const [at, mask] of found) {
    if (found.size >= maxSources) break
    for (const { of, making } of values.madeOf(at)) {
      const kinds = mask & (making.checks | (making.passesNetworks ? networks : 0))
      if (!found.has(of) && kinds !== 0)
        found.set(
          of,
          kinds | (making.resolvesNames ? resolved : mask & resolved) | (making.takesFolder ? folder : mask & folder),
        )
    }
  }
  return found
}

/** An attribute of a value, by the value and its key. */
export interface OwnedAttribute {
  readonly of: number
  readonly key: string
}

/** The object that an attribute belongs to, at any depth, and the keys on the way. Other values have no keys. */
export function ownerOf(
  values: { attributeOf(value: number): OwnedAttribute | undefined },
  value: number,
): { readonly of: number; readonly keys: readonly string[] } {
  const keys: string[] = []
  let of = value
  for (let attribute = values.attributeOf(of); attribute; attribute = values.attributeOf(of)) {
    keys.unshift(attribute.key)
    of = attribute.of
  }
  return { of, keys }
}
