import { allKinds, maskOf, type TaintKind, type TaintMask } from '../../taint-kind.ts'
import type { Flaw } from './guard.ts'
import type { RelativeFolder } from './relative-folder.ts'
import { everyNetwork, isComprehensive } from '../../models/sanitizers/networks.ts'
import { characterSet, type CharacterSet, lineBreaks, noCharacters } from './patterns/characters.ts'
import { shellCharacters } from './patterns/safe-characters.ts'
import { pathFactBits, FactBits } from './fact-bits.ts'

export interface ValueFacts {
  readonly cleared: TaintMask
  /** Proved properties, as bits of `FactBits`. */
  readonly shown: number
  /** Characters that the value does not contain, because a deny list excludes them. */
  readonly denied: CharacterSet
  readonly firstDenied: CharacterSet
  /** Networks that the value is not in, as bits of `models/networks.ts`. */
  readonly networks: number
  readonly flaws: readonly Flaw[]
  /**
   * Kinds for which a check exists but is not proved to be sufficient. The check decides whether the value, or a value
   * that depends on it, is used.
   */
  readonly tested: TaintMask
  /** Folders that contain the path, each chosen by a caller of the checking function. */
  readonly relative: readonly RelativeFolder[]
  /** Node of the check that establishes these facts. It is the outermost call that runs the check, or -1 if unknown. */
  readonly testedAt: number
  /**
   * A parameter that holds a function and was called with the value. Its facts are determined where the passed function
   * is known.
   */
  readonly applied?: AppliedFunction | undefined
}

/** A call of a function parameter, and the outcome of that call. */
export interface AppliedFunction {
  readonly parameter: number
  /** Undefined if the call returned but its result is unknown. */
  readonly isTruthy: boolean | undefined
  readonly isAwaited: boolean
}

const isSameApplied = (one: AppliedFunction | undefined, other: AppliedFunction | undefined) =>
  one?.parameter === other?.parameter && one?.isTruthy === other?.isTruthy

export const noValueFacts: ValueFacts = {
  cleared: 0,
  shown: 0,
  denied: noCharacters,
  firstDenied: noCharacters,
  networks: 0,
  flaws: [],
  tested: 0,
  relative: [],
  testedAt: -1,
}

export const valueFacts = (parts: Partial<ValueFacts>): ValueFacts => ({ ...noValueFacts, ...parts })

export function hasFacts(known: ValueFacts): boolean {
  const { cleared, shown, networks, tested, denied, firstDenied, flaws, relative, applied } = known
  return (
    applied !== undefined ||
    (cleared | shown | networks | tested) !== 0 ||
    (denied | firstDenied) !== 0n ||
    flaws.length + relative.length > 0
  )
}

const isWithin = (one: number, other: number) => (one & ~other) === 0

/** Reports whether all facts about a value also hold in another place. */
export function isImplied(known: ValueFacts, elsewhere: ValueFacts = noValueFacts): boolean {
  return (
    isWithin(known.cleared, elsewhere.cleared) &&
    isWithin(known.shown, elsewhere.shown) &&
    isWithin(known.networks, elsewhere.networks) &&
    isWithin(known.tested, elsewhere.tested) &&
    (known.denied & ~elsewhere.denied) === 0n &&
    (known.firstDenied & ~elsewhere.firstDenied) === 0n &&
    (known.applied === undefined || isSameApplied(known.applied, elsewhere.applied)) &&
    known.relative.length === 0 &&
    known.flaws.every(({ mistake, node }) =>
      elsewhere.flaws.some((flaw) => flaw.mistake === mistake && flaw.node === node),
    )
  )
}

/** Combines two sets of facts that both hold. */
export function conjoinValueFacts(one: ValueFacts, other: ValueFacts): ValueFacts {
  if (one === noValueFacts) return other
  if (other === noValueFacts) return one
  // If both tests cover networks, one correct test of the host is enough.
  const asWritten =
    one.networks !== 0 && other.networks !== 0
      ? one.shown & other.shown & FactBits.testedAsWritten
      : (one.shown | other.shown) & FactBits.testedAsWritten
  return {
    cleared: one.cleared | other.cleared,
    shown: ((one.shown | other.shown) & ~FactBits.testedAsWritten) | asWritten,
    denied: one.denied | other.denied,
    firstDenied: one.firstDenied | other.firstDenied,
    networks: one.networks | other.networks,
    flaws: mergeFlaws(one.flaws, other.flaws),
    tested: one.tested | other.tested,
    relative: mergeFolders(one.relative, other.relative),
    testedAt: one.testedAt < 0 ? other.testedAt : one.testedAt,
    ...withApplied(one.applied ?? other.applied),
  }
}

const withApplied = (applied: AppliedFunction | undefined) => (applied ? { applied } : noApplied)
const noApplied = {}

/**
 * Returns the function that was applied in both alternatives, or in one of them if the value is harmless in the other.
 */
function appliedEither(one: ValueFacts, other: ValueFacts): AppliedFunction | undefined {
  if (isSameApplied(one.applied, other.applied)) return one.applied
  if (one.applied && other.cleared === allKinds) return one.applied
  return other.applied && one.cleared === allKinds ? other.applied : undefined
}

/** Combines alternative facts: it is only known that one of the two sets holds. */
export function disjoinValueFacts(first: ValueFacts, second: ValueFacts): ValueFacts {
  const [one, other] = [withImplied(first), withImplied(second)]
  return {
    cleared: one.cleared & other.cleared,
    shown: one.shown & other.shown,
    denied: one.denied & other.denied,
    firstDenied: one.firstDenied & other.firstDenied,
    networks: one.networks & other.networks,
    flaws: mergeFlaws(sharedFlaws(one, other), sharedFlaws(other, one)),
    ...testedEither(one, other),
    ...withApplied(appliedEither(first, second)),
    relative: foldersOfEither(one, other),
  }
}

const isSameFolder = (one: RelativeFolder, other: RelativeFolder) =>
  one.folder === other.folder && one.path === other.path

function mergeFolders(one: readonly RelativeFolder[], other: readonly RelativeFolder[]): readonly RelativeFolder[] {
  const added = other.filter((folder) => !one.some((known) => isSameFolder(known, folder)))
  return added.length === 0 ? one : [...one, ...added].slice(0, 5)
}

/**
 * Returns the folders that contain the path in both alternatives: `full === root || full.startsWith(root + sep)`. Each
 * alternative may use a different folder.
 */
function foldersOfEither(one: ValueFacts, other: ValueFacts): readonly RelativeFolder[] {
  const isInside = (known: ValueFacts) => known.relative.length > 0 || (clearedKinds(known) & maskOf('path')) !== 0
  return isInside(one) && isInside(other) ? mergeFolders(one.relative, other.relative) : []
}

/** Returns the kinds with an undecided test in one alternative, and an undecided or sufficient test in the other. */
function testedEither(one: ValueFacts, other: ValueFacts): Pick<ValueFacts, 'tested' | 'testedAt'> {
  const isTested = (known: ValueFacts) => known.tested | clearedKinds(known)
  const tested = (one.tested | other.tested) & isTested(one) & isTested(other)
  return tested === 0
    ? { tested: 0, testedAt: -1 }
    : { tested, testedAt: one.testedAt < 0 ? other.testedAt : one.testedAt }
}

/** Kinds that have specific guards. For these kinds, an unresolved check is reported. */
const testable = maskOf('path', 'url')

/** Returns the kinds for which a value is checked, whether or not the check is proved to be sufficient. */
export function testedKinds(known: ValueFacts): TaintMask {
  return known.tested | (clearedKinds(known) & testable)
}

/**
 * Returns the flaws in one alternative that still matter. A flaw matters if the other alternative clears its kind or
 * has a flaw of its own. A deny list matters only if both alternatives have it.
 */
function sharedFlaws({ flaws }: ValueFacts, other: ValueFacts): readonly Flaw[] {
  return flaws.filter(
    ({ mistake, kinds, node }) =>
      (mistake === 'off-by-default' && (clearedKinds(other) & kinds) !== 0) ||
      other.flaws.some((one) => one.mistake === mistake && one.node === node) ||
      (mistake !== 'deny-list' &&
        ((other.cleared & kinds) !== 0 || other.flaws.some((one) => (one.kinds & kinds) !== 0))),
  )
}

/** Returns the cleared kinds, including those that follow from other facts. */
export function clearedKinds({ cleared, shown, networks }: ValueFacts): TaintMask {
  return (
    cleared | ((shown & FactBits.inside) === 0 ? 0 : maskOf('path')) | (isComprehensive(networks) ? maskOf('url') : 0)
  )
}

/**
 * Adds the facts implied by a cleared kind. In `full === base || full.startsWith(base + sep)`, both alternatives then
 * show that `full` is inside `base`.
 */
function withImplied(known: ValueFacts): ValueFacts {
  const { cleared } = known
  // An address proved to be outside all private networks also counts as compared, like an undecided comparison.
  if (cleared === 0 && isComprehensive(known.networks)) return { ...known, shown: known.shown | FactBits.compared }
  if (cleared === 0) return known
  const has = (kind: TaintKind) => (cleared & maskOf(kind)) !== 0
  const shown =
    (has('path') ? pathFactBits : 0) |
    (has('url') ? FactBits.namesResolved : 0) |
    (has('open') ? FactBits.webScheme : 0) |
    (has('redirect') ? FactBits.startsWithSlash | FactBits.notTwoSlashes : 0) |
    (has('url') ? FactBits.compared : 0)
  const denied = (has('command') ? shellCharacters : noCharacters) | (has('environment') ? lineBreaks : noCharacters)
  return {
    ...known,
    shown: known.shown | shown,
    denied: known.denied | denied,
    networks: known.networks | (has('url') ? everyNetwork : 0),
    firstDenied: known.firstDenied | (has('argument') ? characterSet('-') : noCharacters),
  }
}

export function mergeFlaws(one: readonly Flaw[], other: readonly Flaw[]): readonly Flaw[] {
  const added = other.filter((flaw) => !one.some(({ mistake, node }) => mistake === flaw.mistake && node === flaw.node))
  return added.length === 0 ? one : [...one, ...added].slice(0, 20)
}
