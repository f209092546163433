import type { ToolRule } from '../tool-rule.ts'
import { asksForConversation } from './asks-for-conversation.ts'
import { asksForSecrets } from './asks-for-secrets.ts'
import { asksForSilence } from './asks-for-silence.ts'
import { changesAlthoughReadOnly } from './changes-although-read-only.ts'
import { claimsOtherwise } from './claims-otherwise.ts'
import { declaredTwice } from './declared-twice.ts'
import { definitionChanges } from './definition-changes.ts'
import { definitionFromOutside } from './definition-from-outside.ts'
import { foreignDemand } from './foreign-demand.ts'
import { harmfulPurpose } from './harmful-purpose.ts'
import { hiddenMarkup } from './hidden-markup.ts'
import { hiddenText } from './hidden-text.ts'
import { lookalikeLetters } from './lookalike-letters.ts'
import { oddDemand } from './odd-demand.ts'
import { ordersCommands } from './orders-commands.ts'
import { overBroadParameter } from './over-broad-parameter.ts'
import { overridesInstructions } from './overrides-instructions.ts'
import { prefersItself } from './prefers-itself.ts'
import { resultGivesOrders } from './result-gives-orders.ts'
import { sendsAway } from './sends-away.ts'
import { skipsConsent } from './skips-consent.ts'
import { steersOtherTools } from './steers-other-tools.ts'

/** Rules that report every match, sorted by ID. */
export const toolRules: readonly ToolRule[] = [
  changesAlthoughReadOnly,
  claimsOtherwise,
  declaredTwice,
  definitionChanges,
  definitionFromOutside,
  overBroadParameter,
  resultGivesOrders,
  asksForConversation,
  asksForSecrets,
  asksForSilence,
  hiddenText,
  hiddenMarkup,
  lookalikeLetters,
  ordersCommands,
  overridesInstructions,
  sendsAway,
  skipsConsent,
  steersOtherTools,
]

/** Rules that report only texts in which the rules above found nothing. */
export const fallbackRules: readonly ToolRule[] = [foreignDemand, oddDemand, harmfulPurpose, prefersItself]
