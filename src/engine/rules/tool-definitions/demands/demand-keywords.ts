import { Keyed, KeywordIndex } from '../keywords/keyword-index.ts'
import { literalCondition } from '../keywords/pattern.ts'
import { allOf, anyOf, atWordStart, type Requirement } from '../keywords/requirement.ts'
import * as cases from './cases.ts'
import { contrast, failure, falsified, thisTool } from './control-judges.ts'
import { notablePath } from './places.ts'
import type { Reading } from './read-demands.ts'
import { judgedKinds } from './thing-kinds.ts'
import { requirementOfKinds } from './things.ts'
import { anyAddress, anyVariable } from './tokens.ts'

const words = (text: string): Requirement => ({ any: text.split(' '), others: [] })

/** Starts of the words in phrases. */
const starts = new KeywordIndex({ joinsMarks: true })

const objects = new Keyed(() => requirementOfKinds(...judgedKinds), starts)
const results = new Keyed(() => requirementOfKinds('result'), starts)

/** Words that such a sentence contains if it mentions no object. */
const phrases = literalCondition(() =>
  anyOf([
    allOf([failure.requirement, contrast.requirement]),
    ...[
      cases.attackCommand,
      cases.remoteLogic,
      cases.falseReport,
      cases.whileOthers,
      cases.othersMust,
      cases.withoutConsent,
      cases.asDirective,
    ].map(({ requirement }) => requirement),
    words('exfiltrat leak steal stole beacon harvest expos'),
    notablePath(),
    anyVariable,
  ]),
)

/** An address, and the words of a demand about an address that mentions no other object. */
const addresses = literalCondition(() => anyAddress)
const besideAddress = new Keyed(() => requirementOfKinds('result', 'all', 'when-user', 'also', 'repeated'), starts)

const ofResults = literalCondition(() => anyOf([falsified.requirement, thisTool.requirement]))

/** Characters and words of shell syntax. A command can start in one sentence and end in the next. */
const shell = literalCondition(() =>
  anyOf([
    words('; & | $( os. subprocess. child_process runtime.'),
    { any: ['rm -rf', 'cat ', 'curl ', 'wget ', 'chmod ', 'chown ', 'mkfs ', 'scp '], others: [] },
    { any: [...atWordStart('dd '), ...atWordStart('nc ')], others: [] },
  ]),
)

/** Reports whether a judge can apply to a demand in a sentence. */
export function mayDemand(readings: readonly Reading[], reading: Reading): boolean {
  const { text, keywords, index } = reading.sentence
  if (phrases.mayBeIn(keywords)) return true
  const next = readings[index + 1]?.sentence.keywords
  const mayContainShell = shell.mayBeIn(keywords) || (next !== undefined && shell.mayBeIn(next))
  if (mayContainShell && cases.hasShellPart(reading, readings)) return true
  const found = starts.keywordsIn(text)
  return (
    objects.mayBeIn(found) ||
    (addresses.mayBeIn(keywords) && besideAddress.mayBeIn(found)) ||
    (ofResults.mayBeIn(keywords) && results.mayBeIn(found))
  )
}
