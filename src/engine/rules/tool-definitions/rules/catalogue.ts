import type { ToolRule } from '../tool-rule.ts'
import { asksForConversation } from './asks-for-conversation.ts'
import { asksForSecrets } from './asks-for-secrets.ts'
import { asksForSilence } from './asks-for-silence.ts'
import { changesAlthoughReadOnly } from './changes-although-read-only.ts'
import { claimsOtherwise } from './claims-otherwise.ts'
import { declaredTwice } from './declared-twice.ts'
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
import { resemblesOrders } from './resembles-orders.ts'
import { sendsAway } from './sends-away.ts'
import { skipsConsent } from './skips-consent.ts'
import { steersOtherTools } from './steers-other-tools.ts'

/** Rules that report every match, sorted by ID. */
export const toolRules: readonly ToolRule[] = [
  changesAlthoughReadOnly,
  claimsOtherwise,
  declaredTwice,
  overBroadParameter,
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

/** Rules that report a text only if the rules above and before them found nothing as severe, and not the same words. */
export const fallbackRules: readonly ToolRule[] = [
  foreignDemand,
  oddDemand,
  harmfulPurpose,
  prefersItself,
  resemblesOrders,
]
