import { maskOf, type TaintMask } from '../../taint-kind.ts'
import { type ValueFacts } from './value-facts.ts'
import { flaw, lesserMistakes } from './flaws.ts'
import type { Flaw, GuardJudgement } from './guard.ts'
import type { Mistake } from './mistakes.ts'
import { isComprehensive } from '../../models/sanitizers/networks.ts'
import { characterSet, intersects, isSubset } from './patterns/characters.ts'
import { clearedByDenied, isCompleteForShell, isMeantForShell } from './patterns/safe-characters.ts'
import { FactBits } from './fact-bits.ts'

const [path, url, command, argument, open, redirect, environment] = [
  maskOf('path'),
  maskOf('url'),
  maskOf('command'),
  maskOf('argument'),
  maskOf('open'),
  maskOf('redirect'),
  maskOf('environment'),
]
/** Taint kinds for which a deny list of words is typical. */
const worded = maskOf('command', 'code', 'query', 'process')

/** Properties of a use that determine which facts are sufficient. */
export interface UseForm {
  readonly node: number
  /**
   * True if the value is joined to a base, as in `path.join(base, value)`. Even an absolute path then stays below it.
   */
  readonly isJoined: boolean
  /** True if an external call receives the value without surrounding text. */
  readonly isWhole: boolean
  /** True if untrusted links may exist in the program's folders. Paths must then be compared after resolving links. */
  readonly hasMadeLinks: boolean
}

/** Returns the kinds that the facts about a value clear, and the flaws in its checks. */
export function judgeFacts(shown: ValueFacts, use: UseForm): GuardJudgement {
  const found: Flaw[] = [...shown.flaws]
  let cleared = shown.cleared
  const note = (mistake: Mistake, kinds?: TaintMask) => {
    if (!found.some((one) => one.mistake === mistake)) found.push(flaw(mistake, use.node, kinds))
  }
  cleared |= pathCleared(shown, use, note)
  cleared |= networkCleared(shown, use, note)
  cleared |= charactersCleared(shown, note)
  if ((shown.shown & FactBits.webScheme) !== 0) {
    cleared |= open
    if (!found.some(({ kinds }) => (kinds & url) !== 0) && (shown.tested & url) === 0) note('scheme-alone')
  }
  if ((shown.shown & FactBits.lacksSchemes) !== 0) note('deny-list', open | url)
  if ((shown.shown & FactBits.lacksWords) !== 0) note('deny-list', worded)
  if ((shown.shown & FactBits.startsWithSlash) !== 0) {
    if ((shown.shown & FactBits.notTwoSlashes) !== 0) cleared |= redirect
    else note('two-slashes')
  }
  const tested = shown.tested & ~cleared
  return {
    cleared,
    flaws: found.map((one) => withoutCleared(one, cleared)),
    ...(shown.relative.length > 0 && (cleared & path) === 0 && { relative: shown.relative }),
    ...(tested !== 0 && { tested: { kinds: tested, node: shown.testedAt < 0 ? use.node : shown.testedAt } }),
  }
}

/** Drops from a flaw the kinds that another check clears, unless the mistake is a lesser one. */
function withoutCleared(one: Flaw, cleared: TaintMask): Flaw {
  return lesserMistakes.has(one.mistake) ? one : { ...one, kinds: one.kinds & ~cleared }
}

type Note = (mistake: Mistake, kinds?: TaintMask) => void

function pathCleared(
  { shown: all, cleared, denied, flaws, tested }: ValueFacts,
  { isJoined, hasMadeLinks }: UseForm,
  note: Note,
): TaintMask {
  if ((cleared & path) !== 0) return 0
  const nowhere = FactBits.startsNotWithParent | FactBits.noLaterParents
  const shown = (all & nowhere) === nowhere ? all | FactBits.noParents : all
  const has = (bits: number) => (shown & bits) === bits
  if (has(FactBits.inside)) {
    if (has(FactBits.insideReally)) return path
    note('links-not-resolved')
    return hasMadeLinks ? 0 : path
  }
  if (intersects(denied, characterSet('/'))) {
    if (!has(FactBits.noParents) && !has(FactBits.notParent)) note('dots-only-name')
    return path
  }
  if (has(FactBits.noParents | FactBits.notAbsolute) || (has(FactBits.noParents) && isJoined)) return path
  // The undecided check may provide what is missing.
  if ((tested & path) !== 0) return 0
  if (has(FactBits.noParents)) note('parents-alone')
  else if ((shown & nowhere) !== 0) note('deny-list', path)
  else if (
    has(FactBits.notAbsolute) &&
    !has(FactBits.wayFromFolder) &&
    !flaws.some(({ kinds }) => (kinds & path) !== 0)
  )
    note('absolute-alone')
  return 0
}

function networkCleared(
  { shown, cleared, networks, tested, flaws }: ValueFacts,
  { isWhole }: UseForm,
  note: Note,
): TaintMask {
  if (networks === 0 || (cleared & url) !== 0) return 0
  if (isWhole && (shown & FactBits.testedAsWritten) !== 0) {
    note('whole-address-tested')
    return 0
  }
  if (!isComprehensive(networks)) {
    // The undecided check may cover the networks that are missing.
    if ((tested & url) === 0) note('deny-list', url)
    return 0
  }
  if ((shown & FactBits.namesResolved) !== 0) return url
  if (!flaws.some(({ mistake }) => mistake === 'bracketed-address')) note('names-not-resolved')
  return 0
}

function charactersCleared({ cleared, denied, firstDenied }: ValueFacts, note: Note): TaintMask {
  let more: TaintMask = intersects(firstDenied | denied, characterSet('-')) ? argument : 0
  if (denied === 0n) return more
  more |= clearedByDenied(denied)
  if (isSubset(characterSet('\n'), denied)) more |= environment
  if (isCompleteForShell(denied)) more |= command
  else if (isMeantForShell(denied) && (cleared & command) === 0) note('deny-list', command)
  return more
}
