import type { Derivation } from '../../models/sanitizers/derivations.ts'
import { allKinds, maskOf, type TaintMask } from '../../taint-kind.ts'
import { pathFactBits } from './fact-bits.ts'

/** A value that another value was derived from, and the kind of derivation. */
export interface Made {
  readonly of: number
  readonly making: Derivation
}

/** Value numbers and their derivations. Implemented by `Values`. */
export interface DerivedValues {
  /** Returns the value number of a node. */
  of(node: number): number
  /** Returns the values that a value was directly derived from. */
  madeOf(value: number): readonly Made[]
  /** Returns a node that has this value. */
  nodeOf(value: number): number
}

/** Maximum number of sources to consider per value. */
const maxSources = 40

/** Additional bit: an exclusion of networks for the derived value also holds for the original one. */
const networks: TaintMask = 1 << 28
/** Additional bit: the derived value is an address, or was resolved from a name. */
const resolved: TaintMask = 1 << 29
/** Additional bit: the derived value is a folder that contains the original path. */
export const folder: TaintMask = 1 << 30

/**
 * Returns the sources shared by all of several alternatives. A check of any alternative then applies to them.
 * `isAddress` reports whether the alternative at an index is certainly an address.
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

/**
 * Returns a value and all its sources. For each of them, lists the kinds for which a check of the value applies to it.
 */
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

/** An attribute of a value, by the value's number and the key. */
export interface OwnedAttribute {
  readonly of: number
  readonly key: string
}

/**
 * Returns the outermost object that an attribute belongs to, and the path of keys. If the value is not an attribute,
 * returns the value itself and no keys.
 */
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
