import { maskOf } from '../../../taint-kind.ts'
import { Op } from '../../../ir/operations.ts'
import type { CallCheck, Checker } from '../checker.ts'
import { type ValueFacts, valueFacts } from '../value-facts.ts'
import { flaw } from '../flaws.ts'
import { type Facts, noFacts } from '../facts.ts'
import { networksNamed } from '../../../models/sanitizers/networks.ts'
import { constantTexts } from '../constant-texts.ts'
import { isIndependent } from '../caller-influence.ts'
import { operandsOf } from '../operands.ts'
import { seenThrough } from '../seen-through.ts'
import { endsWithSeparator, isSeparator, pathState, PathState } from '../path-state.ts'
import { characterSet } from '../patterns/characters.ts'
import { namesOfCall } from '../call-names.ts'
import { startsWithDot } from './domain-suffix.ts'
import { isHost } from './hosts.ts'
import { insideByRelation, insideFolder, insideOf, isRelation } from './inside-folder.ts'
import { FactBits } from '../fact-bits.ts'

const addresses = maskOf('url', 'open', 'redirect')

/** Handles `startsWith`, `endsWith`, and their Python equivalents. */
export const checkTextEdges: CallCheck = (checker, call, isTruthy) => {
  const { context } = checker
  const { method, receiver } = namesOfCall(context, call)
  const part = context.program.operand(call, 1)
  if (method === 'startsWith' || method === 'startswith')
    return startsWith(checker, { node: call, subject: receiver, part, isTruthy })
  if (method === 'endsWith' || method === 'endswith')
    return endsWith(checker, { node: call, subject: receiver, part, isTruthy })
  return undefined
}

export interface EdgeTest {
  readonly node: number
  readonly subject: number
  readonly part: number
  readonly isTruthy: boolean
}

export function startsWith(checker: Checker, { node, subject: tested, part, isTruthy }: EdgeTest): Facts {
  const subject = withoutSeparator(checker.context, tested)
  const texts = constantTexts(checker.context, part)
  return checker.about(
    subject,
    isTruthy
      ? begins(checker, { node, subject, part, texts })
      : beginsNot(checker, { node, subject, texts: texts ?? leadingTexts(checker.context, part) }),
  )
}

/**
 * Returns a string without the separator appended to it: `(full + path.sep).startsWith(root + path.sep)` tests `full`.
 */
function withoutSeparator(context: Checker['context'], text: number): number {
  const at = seenThrough(context, text)
  if (context.program.op(at) !== Op.Concat) return text
  const [first = text, ...others] = operandsOf(context.program, at)
  return others.length > 0 && others.every((part) => isEmptyOrSeparator(context, part)) ? first : text
}

const isEmptyOrSeparator = (context: Checker['context'], part: number) =>
  context.program.literalText(part) === '' || isSeparator(context, part)

interface Beginning {
  readonly node: number
  readonly subject: number
  readonly part: number
  readonly texts: readonly string[] | undefined
}

function begins({ context }: Checker, { node, subject, part, texts }: Beginning): ValueFacts {
  if (texts?.every((text) => /^[a-z][a-z0-9+.-]*:/i.test(text) || /^https?$/i.test(text)))
    return beginsWithAddress(texts, node)
  if (texts?.every((text) => text === '/'))
    return valueFacts({ shown: FactBits.startsWithSlash, cleared: maskOf('argument') })
  if (
    texts?.every((text) => /^\s*(?:select|with|show|describe|explain|pragma|match|return)\b/i.test(text)) === true &&
    texts.some((text) => /^\s*(?:select|with|show|match|return)\b/i.test(text))
  )
    return valueFacts({ flaws: [flaw('statement-prefix', node)] })
  const state = pathState(context, subject)
  if (!isIndependent(context, part, subject))
    return endsWithSeparator(context, part)
      ? insideOf(context, { folder: part, path: subject }, () => insideFolder(state, node))
      : valueFacts({})
  const isName = texts?.every((text) => /^[^/~.\\]/.test(text)) === true && state === PathState.asWritten
  const cleared = texts?.every((text) => text !== '' && !text.startsWith('-')) === true ? maskOf('argument') : 0
  if (isName) return valueFacts({ cleared })
  const hasSeparator = texts ? texts.every((text) => /[/\\]$/.test(text)) : endsWithSeparator(context, part)
  if (!hasSeparator)
    return valueFacts({
      cleared,
      flaws: [
        flaw('prefix-without-separator', node),
        ...(state === PathState.asWritten ? [flaw('prefix-of-address', node)] : []),
      ],
    })
  // A string that starts with the program's own URL and a slash stays on that host.
  return { ...insideFolder(state, node), cleared: cleared | maskOf('argument') | (texts ? 0 : addresses) }
}

/**
 * Returns the facts for a string with a constant URL prefix. Because the prefix is compared as text, it fixes the host
 * only if it includes the end of the host.
 */
function beginsWithAddress(texts: readonly string[], node: number): ValueFacts {
  if (texts.every((text) => /^[a-z][a-z0-9+.-]*:\/\/[^/?#@]+[/?#]/i.test(text)))
    return valueFacts({ cleared: addresses | maskOf('argument'), shown: FactBits.webScheme })
  const isWeb = texts.every((text) => /^https?:/i.test(text))
  const shown = isWeb ? FactBits.webScheme : 0
  if (texts.some((text) => /^[a-z]+:\/\/[^/?#]+$/i.test(text)))
    return valueFacts({ cleared: maskOf('argument'), shown, flaws: [flaw('prefix-of-address', node)] })
  return valueFacts({
    cleared: maskOf('argument'),
    shown,
    flaws: [flaw('scheme-alone', node), ...(isWeb ? [] : [flaw('prefix-of-address', node, maskOf('open'))])],
  })
}

/** Folders that are typical of path deny lists. */
const systemFolder = /^\/(?:etc|root|proc|sys|dev|boot|var|usr|bin|sbin|home)(?:\/|$)/

/** Returns the facts for a string that starts with none of the given strings. */
export function beginsNot(
  { context }: Checker,
  { node, subject, texts }: Pick<Beginning, 'node' | 'subject' | 'texts'>,
): ValueFacts {
  let [shown, denied, networks] = [0, 0n, 0]
  const flaws: ValueFacts['flaws'][number][] = []
  for (const text of texts ?? []) {
    networks |= networksNamed(text)
    if (text === '/') shown |= FactBits.notAbsolute
    else if (text === '//') shown |= FactBits.notTwoSlashes
    else if (text.startsWith('..') && isRelation(context, subject)) {
      const inside = insideByRelation(context, subject, node)
      shown |= inside.shown
      flaws.push(...inside.flaws)
    } else if (text.startsWith('..'))
      shown |= pathState(context, subject) === PathState.asWritten ? FactBits.startsNotWithParent : FactBits.noParents
    else if (/^[a-z][a-z0-9+.-]*:/i.test(text)) shown |= FactBits.lacksSchemes
    else if (text.length === 1) denied |= characterSet(text)
    else if (systemFolder.test(text)) flaws.push(flaw('deny-list', node, maskOf('path')))
  }
  return valueFacts({ shown, firstDenied: denied, networks, flaws })
}

/** Returns the constant prefixes of a composed string, such as `'..' + path.sep`. */
function leadingTexts(context: Checker['context'], part: number): readonly string[] | undefined {
  const at = seenThrough(context, part)
  return context.program.op(at) === Op.Concat ? constantTexts(context, context.program.operand(at, 0)) : undefined
}

function endsWith(checker: Checker, { node, subject, part, isTruthy }: EdgeTest): Facts {
  const { context } = checker
  const texts = constantTexts(context, part)
  if (!isTruthy)
    return checker.about(
      subject,
      valueFacts({ networks: (texts ?? []).reduce((bits, text) => bits | networksNamed(text), 0) }),
    )
  const beginsWithDot = startsWithDot(context, part, node)
  const isDomain = texts === undefined || texts.every((text) => /\.[a-z-]{2,}$/i.test(text))
  if (!isDomain || !isIndependent(context, part, subject)) return noFacts
  if (!isHost(context, subject)) {
    const mayNameHost = texts?.every((text) => /[^.]\.[a-z-]{2,}$/i.test(text)) === true
    return checker.about(subject, mayNameHost ? valueFacts({ flaws: [flaw('host-in-text', node)] }) : valueFacts({}))
  }
  return checker.about(
    subject,
    beginsWithDot ? valueFacts({ cleared: addresses }) : valueFacts({ flaws: [flaw('suffix-without-dot', node)] }),
  )
}
