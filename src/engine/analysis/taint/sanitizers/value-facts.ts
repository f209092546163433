import { allKinds, maskOf, type TaintKind, type TaintMask } from '../../taint-kind.ts'
import type { Flaw } from './guard.ts'
import type { RelativeFolder } from './relative-folder.ts'
import { everyNetwork, isComprehensive } from '../../models/sanitizers/networks.ts'
import { characterSet, type CharacterSet, lineBreaks, noCharacters } from './patterns/characters.ts'
import { shellCharacters } from './patterns/safe-characters.ts'
import { pathFactBits, FactBits } from './fact-bits.ts'

/** What is known of one value. */
export interface ValueFacts {
  readonly cleared: TaintMask
  /** Bits of `FactBits`. */
  readonly shown: number
  /** Characters that it does not have, by a list of forbidden ones. */
  readonly denied: CharacterSet
  readonly firstDenied: CharacterSet
  /** Networks that it is not in, bits of `models/networks.ts`. */
  readonly networks: number
  readonly flaws: readonly Flaw[]
  /**
   * Kinds for which a check decides on it, or on a value that depends on it, without proof that the check is enough.
   */
  readonly tested: TaintMask
  /** Folders that its path is inside of, each chosen by a caller of the function that checks. */
  readonly relative: readonly RelativeFolder[]
  /** The node of the check that shows any of this: the outermost call that runs it; −1 if unknown. */
  readonly testedAt: number
  /** A function that the caller passes was called with it: what that shows is known where the function is. */
  readonly applied?: AppliedFunction | undefined
}

/** A parameter whose value was called, and how the call ended. */
export interface AppliedFunction {
  readonly parameter: number
  /** Undefined if the call only ended without an exception. */
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

/** Whether all that is known of a value is also known of it elsewhere. */
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

/** Both hold. */
export function conjoinValueFacts(one: ValueFacts, other: ValueFacts): ValueFacts {
  if (one === noValueFacts) return other
  if (other === noValueFacts) return one
  // One good test of the host is enough.
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

/** Called on both ways, or on the one on which the value is not harmless anyway. */
function appliedEither(one: ValueFacts, other: ValueFacts): AppliedFunction | undefined {
  if (isSameApplied(one.applied, other.applied)) return one.applied
  if (one.applied && other.cleared === allKinds) return one.applied
  return other.applied && one.cleared === allKinds ? other.applied : undefined
}

/** One of them holds. */
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

/** A folder that both ways compare with: `full === root || full.startsWith(root + sep)`. Either may compare alone. */
function foldersOfEither(one: ValueFacts, other: ValueFacts): readonly RelativeFolder[] {
  const isInside = (known: ValueFacts) => known.relative.length > 0 || (clearedKinds(known) & maskOf('path')) !== 0
  return isInside(one) && isInside(other) ? mergeFolders(one.relative, other.relative) : []
}

/** Tested one way, and at least tested the other way. */
function testedEither(one: ValueFacts, other: ValueFacts): Pick<ValueFacts, 'tested' | 'testedAt'> {
  const isTested = (known: ValueFacts) => known.tested | clearedKinds(known)
  const tested = (one.tested | other.tested) & isTested(one) & isTested(other)
  return tested === 0
    ? { tested: 0, testedAt: -1 }
    : { tested, testedAt: one.testedAt < 0 ? other.testedAt : one.testedAt }
}

/** Kinds that have a guard of their own form, for which a check that cannot be followed is reported. */
const testable = maskOf('path', 'url')

/** Kinds for which a value is checked, with or without proof. */
export function testedKinds(known: ValueFacts): TaintMask {
  return known.tested | (clearedKinds(known) & testable)
}

/**
 * Flaws of one way that still say something when there is another: one that clears the kind, or has a flaw of its own.
 * A list of forbidden texts is none where the other way does not have it.
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

/** Kinds that are cleared, also by what has been shown. */
export function clearedKinds({ cleared, shown, networks }: ValueFacts): TaintMask {
  return (
    cleared | ((shown & FactBits.inside) === 0 ? 0 : maskOf('path')) | (isComprehensive(networks) ? maskOf('url') : 0)
  )
}

/**
 * What is cleared altogether is shown every way: `full === base || full.startsWith(base + sep)` shows that it is
 * inside.
 */
function withImplied(known: ValueFacts): ValueFacts {
  const { cleared } = known
  // An address that is in no private network passes a comparison that could not be judged, too.
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
