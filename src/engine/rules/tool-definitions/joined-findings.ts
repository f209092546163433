import { asksForConversation } from './rules/asks-for-conversation.ts'
import { asksForSecrets } from './rules/asks-for-secrets.ts'
import { asksForSilence } from './rules/asks-for-silence.ts'
import { ordersCommands } from './rules/orders-commands.ts'
import { overridesInstructions } from './rules/overrides-instructions.ts'
import { sendsAway } from './rules/sends-away.ts'
import { skipsConsent } from './rules/skips-consent.ts'
import { joinedTexts } from './texts/joined-texts.ts'
import { sentencesOf } from './texts/sentences.ts'
import type { ToolDefinition, ToolRule, ToolRuleMatch } from './tool-rule.ts'

/** Rules that also read sentences that continue from one text into another. */
const joinedRules: readonly ToolRule[] = [
  asksForConversation,
  asksForSecrets,
  asksForSilence,
  ordersCommands,
  overridesInstructions,
  sendsAway,
  skipsConsent,
]

/** Returns the first match in a sentence that continues from one text of a definition into another, if any. */
export function matchInJoinedTexts(
  definition: ToolDefinition,
): { readonly rule: ToolRule; readonly match: ToolRuleMatch } | undefined {
  const field = { field: 'definition' } as const
  const purpose = definition.texts.filter(({ part }) => part === 'description')
  for (const text of joinedTexts(definition.texts)) {
    const joined = { field, part: 'parameter', text, sentences: sentencesOf(text) } as const
    for (const rule of joinedRules)
      for (const match of rule.find({ ...definition, texts: [...purpose, joined] })) {
        const { excerpt = '' } = match
        // A sentence within one text was judged there.
        const isWithin = definition.texts.some((one) =>
          one.sentences.some((sentence) => sentence.text.includes(excerpt)),
        )
        if (match.text === field && excerpt !== '' && !isWithin) return { rule, match }
      }
  }
  return undefined
}
