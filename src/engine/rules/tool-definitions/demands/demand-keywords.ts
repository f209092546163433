import { literalCondition } from '../keywords/pattern.ts'
import { allOf, anyOf, atWordStart, type Requirement } from '../keywords/requirement.ts'
import * as cases from './cases.ts'
import { contrast, failure, falsified, thisTool } from './control-judges.ts'
import { notablePath } from './places.ts'
import { mayReachCertainty } from './certainty.ts'
import { maxComparedLength, mayCombine } from './combinations.ts'
import type { DemandContext } from './context.ts'
import type { Reading } from './read-demands.ts'
import { judgedKinds, kindBits, kindsOf } from './thing-kinds.ts'
import { anyAddress, anyVariable } from './tokens.ts'

const words = (text: string): Requirement => ({ any: text.split(' '), others: [] })

const objects = judgedKinds.reduce((set, kind) => set | kindBits[kind], 0)

/** Words that such a sentence contains if it mentions no object. */
const phrases = literalCondition(() =>
  anyOf([
    allOf([failure.requirement, contrast.requirement]),
    ...[
      cases.remoteLogic,
      cases.falseReport,
      cases.whileOthers,
      cases.othersMust,
      cases.withoutConsent,
      cases.asDirective,
    ].map(({ requirement }) => requirement),
    words('exfiltrat leak steal stole beacon harvest expos'),
  ]),
)
/** A path or a variable, which is an object without words. */
const places = literalCondition(() => anyOf([notablePath(), anyVariable]))

/** An address, and the words of a demand about an address that mentions no other object. */
const addresses = literalCondition(() => anyAddress)
const besideAddress = kindBits.result | kindBits.all | kindBits['when-user'] | kindBits.also | kindBits.repeated

const ofResults = literalCondition(() => anyOf([falsified.requirement, thisTool.requirement]))

/** Characters and words of shell syntax. A command can start in one sentence and end in the next. */
const shell = literalCondition(() =>
  anyOf([
    words('; & | $( os. subprocess. child_process runtime.'),
    { any: ['rm -rf', 'cat ', 'curl ', 'wget ', 'chmod ', 'chown ', 'mkfs ', 'scp '], others: [] },
    { any: [...atWordStart('dd '), ...atWordStart('nc ')], others: [] },
  ]),
)

/** End of a sentence without a mark, where a command can start that ends in the next sentence. */
const commandAtEnd = /(?:rm|cat|curl|wget|chmod|chown|mkfs|dd|scp|nc|ncat)$/

/**
 * Reports whether a sentence may contain a command of an attack. The literals include `;`, so the pattern itself is
 * tested. In a long sentence, a judge can compare a part that starts within a cut address.
 */
const mayContainAttack = ({ sentence: { text, keywords } }: Reading): boolean =>
  cases.attackCommand.mayBeIn(keywords) && (text.length > maxComparedLength || cases.attackCommand.regex.test(text))

/** Reports whether a judge can apply to a demand in a sentence. */
export function mayDemand(context: DemandContext, reading: Reading): boolean {
  const { readings } = context
  const { text, keywords, index } = reading.sentence
  if (phrases.mayBeIn(keywords) || mayContainAttack(reading)) return true
  const next = readings[index + 1]?.sentence.keywords
  const mayContainShell = shell.mayBeIn(keywords) || (next !== undefined && shell.mayBeIn(next))
  if (mayContainShell && cases.hasShellPart(reading, readings)) return true
  const kinds = reading.possibleKinds
  if ((kinds & kindBits.result) !== 0 && ofResults.mayBeIn(keywords)) return true
  const hasPlace = places.mayBeIn(keywords)
  const hasAddress = addresses.mayBeIn(keywords)
  return (
    (hasPlace || (kinds & objects) !== 0 || (hasAddress && (kinds & besideAddress) !== 0)) &&
    (mayCombine(context, reading, { hasPlace, hasAddress }) || commandAtEnd.test(text))
  )
}

/** Kinds in demands that are certain without further circumstances. */
const certainKinds = kindsOf('safety', 'persona', 'result', 'secrecy', 'consent', 'tool')

/** Reports whether a demand in a sentence can be certain. Reads keywords only. */
export function mayBeCertain({ text: { part }, readings }: DemandContext, reading: Reading): boolean {
  const { text, keywords, index } = reading.sentence
  const kinds = reading.possibleKinds
  if ((kinds & certainKinds) !== 0 || text.length > maxComparedLength) return true
  if (phrases.mayBeIn(keywords) || cases.attackCommand.mayBeIn(keywords)) return true
  const next = readings[index + 1]
  if (shell.mayBeIn(keywords) || (next !== undefined && shell.mayBeIn(next.sentence.keywords))) return true
  return mayReachCertainty({
    kinds,
    text,
    hasPlace: places.mayBeIn(keywords),
    hasAddress: addresses.mayBeIn(keywords),
    isInParameter: part === 'parameter',
  })
}
