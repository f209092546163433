import { isNegated } from '../texts/orders.ts'
import type { ParsedText } from '../tool-rule.ts'
import { changing, type Claim, type ClaimReader, deleting, oneOf, outside } from './claim.ts'

/** Words that deny an action, at the start of a claim. */
const denial = String.raw`\b(?:never|does not|doesn't|do not|will not|won't|cannot|without)\s+(?:ever\s+)?`

/** The claim ends here, so that it has no condition or exception. */
const end = String.raw`(?=\s*(?:[.,;:!)\u2013\u2014]|$|(?:and|or|but)\b))`

const anything = String.raw`(?:anything|any (?:files?|data|content|records?)|data|nothing)`

interface Phrase {
  readonly pattern: RegExp
  readonly contradictedBy: Claim['contradictedBy']
}

const phrase = (parts: readonly string[], contradictedBy: Claim['contradictedBy']): Phrase => ({
  pattern: new RegExp(parts.join('|'), 'gi'),
  contradictedBy,
})

/** Claims that nothing, or one kind of data, is changed. */
const unchanged: readonly Phrase[] = [
  phrase(
    [
      String.raw`\b(?:this (?:tool|function|operation|command|server)|it)?\s*(?:is |runs |works )?(?:strictly |` +
        String.raw`purely |completely |entirely |fully |100% )?read[- ]only(?=\s*(?:[.,;!)]|$|and\b|operation|tool|` +
        String.raw`lookup))`,
      String.raw`${denial}(?:modif\w+|chang\w+|alter\w*|touch\w*|mak\w+ (?:any )?changes)(?:\s+to)?\s+(?:${anything}|` +
        String.raw`the (?:system|project|repository))${end}`,
      String.raw`\b(?:has |have |with )?no side[- ]effects?\b`,
      String.raw`\bmakes no changes\b${end}`,
    ],
    changing,
  ),
  phrase([String.raw`\bread[- ]only access\b`], oneOf('sends-change', 'deletes-records', 'runs-deleting-command')),
  phrase([String.raw`${denial}(?:delet|remov)\w*\s+(?:${anything}|files?)${end}`], deleting),
  phrase(
    [
      String.raw`${denial}(?:modif\w+|chang\w+|alter\w*|touch\w*)\s+(?:your |the |local )*(?:files?|disk|` +
        String.raw`file ?system)${end}`,
    ],
    oneOf('deletes-files', 'writes-files'),
  ),
  phrase(
    [
      String.raw`${denial}writ\w+\s+(?:to )?(?:anything|any (?:files?|data)|files?|the disk|disk|` +
        String.raw`the file ?system)${end}`,
    ],
    oneOf('writes-files'),
  ),
  phrase(
    [String.raw`${denial}(?:modif\w+|chang\w+|alter\w*|writ\w+)\s+(?:to )?the database${end}`],
    oneOf('deletes-records', 'changes-records'),
  ),
]

const network = String.raw`(?:network|internet)`

/** Claims that the network is not used. */
const offline: readonly Phrase[] = [
  phrase(
    [
      String.raw`\b(?:computed?|calculated?|processed|processing happens|stays?|remains?|kept) (?:\w+ ){0,2}?` +
        String.raw`(?:locally|offline|on (?:your|this|the) (?:machine|computer|device)|on-device)\b`,
      String.raw`\b(?:runs?|works?|operates?) (?:\w+ ){0,2}?offline\b`,
      String.raw`\b(?:no|without(?: any)?) ${network}(?: access| connection| requests?| calls?)?${end}`,
      String.raw`\b(?:no|without(?: any)?) ${network}(?: access| connection| requests?| calls?)?\s+(?:is|are)\s+` +
        String.raw`(?:needed|required|made|used)\b`,
      String.raw`${denial}(?:contact|access|use|make|connect to|call|reach)\w*\s+(?:any |the |out to )?` +
        String.raw`(?:${network}(?: requests?| calls?)?|requests?|remote servers?|external servers?)${end}`,
      String.raw`\b(?:fully|completely|entirely|100%|purely) (?:local|offline)\b`,
    ],
    outside('uses-network'),
  ),
  phrase(
    [String.raw`\b(?:runs?|works?|operates?|executed|happens) (?:\w+ ){0,2}?locally\b`],
    outside('uses-network', 'low'),
  ),
]

const information = String.raw`(?:data|information|files?|content|input|text|code|anything)`

/** Recipients that a claim can name without becoming narrower. */
const anyone =
  String.raw`(?:\s+(?:anywhere|(?:to|with) (?:anyone|third[- ]part\w+|any (?:server|service|host|one)s?|` +
  String.raw`(?:external|remote|other|third-party) (?:servers?|services?|hosts?|part(?:y|ies))|` +
  String.raw`the (?:internet|network|cloud))|over the (?:internet|network)|elsewhere))?`

/** Claims that nothing is sent. A request without a body does not contradict them. */
const unsent: readonly Phrase[] = [
  phrase(
    [
      String.raw`${denial}(?:send|transmit|upload|share)\w*\s+(?:out )?(?:any |the |your |user )*(?:\w+ )?` +
        String.raw`${information}${anyone}${end}`,
      String.raw`\b(?:nothing|no (?:\w+ )?${information}) (?:is|are|gets) (?:ever )?(?:\w+,? (?:and |or )?){0,3}?` +
        String.raw`(?:sent|uploaded|transmitted|shared)${anyone}${end}`,
      String.raw`\bnever leaves? (?:your|the|this) (?:machine|computer|device|system)`,
    ],
    outside('sends-data'),
  ),
]

const commandless: readonly Phrase[] = [
  phrase(
    [
      String.raw`${denial}(?:run|execut|start|spawn|launch)\w*\s+(?:any |other |external |shell |system )*` +
        String.raw`(?:commands|programs|processes|shells|subprocesses)${end}`,
    ],
    oneOf('runs-command'),
  ),
]

const conditionalWord = new RegExp(
  String.raw`\b(?:if|when|unless|in read[- ]only mode|mode|users?|queries|query|statements|replica|` +
    String.raw`files? (?:is|are))\b`,
  'i',
)

/** Returns the first sentence of the description that makes the claim about the tool itself. */
function claimIn(texts: readonly ParsedText[], { pattern, contradictedBy }: Phrase): Claim | undefined {
  for (const { field, part, sentences } of texts) {
    if (part !== 'description') continue
    for (const sentence of sentences) {
      const [match] = sentence.text.matchAll(pattern)
      if (
        match &&
        (/^\s*(?:never|does|doesn't|do|will|won't|cannot|without|no|nothing|makes)\b/i.test(match[0]) ||
          !isNegated(sentence, match.index)) &&
        !conditionalWord.test(sentence.text)
      )
        return { text: { text: field, excerpt: sentence.text }, contradictedBy }
    }
  }
  return undefined
}

/** Claims of sentences in a description. */
export const sentenceClaims: readonly ClaimReader[] = [...unchanged, ...offline, ...unsent, ...commandless].map(
  (one): ClaimReader =>
    ({ texts }) =>
      claimIn(texts, one),
)
