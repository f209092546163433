import type { ResultText } from '../../analysis/result-texts/result-text.ts'
import type { ToolDefinition, ToolRule, ToolRuleMatch } from './tool-rule.ts'
import { asksForSecrets } from './rules/asks-for-secrets.ts'
import { asksForSilence } from './rules/asks-for-silence.ts'
import { overridesInstructions } from './rules/overrides-instructions.ts'
import { sendsAway } from './rules/sends-away.ts'
import { steersOtherTools } from './rules/steers-other-tools.ts'
import { sentencesOf } from './texts/sentences.ts'

/** A rule that also reads results, and what its match must contain there. */
interface ResultRule {
  readonly rule: ToolRule
  readonly accepts: (match: ToolRuleMatch) => boolean
}

/** Data that no result needs to send anywhere. */
const privateData = new RegExp(
  String.raw`\b(?:conversations?|chat|message history|credentials?|secrets?|passwords?|api[ _-]?keys?|tokens?|` +
    String.raw`environment variables|private keys?|all (?:the )?(?:emails|messages|files|documents))\b|` +
    String.raw`\.(?:env|ssh|aws)\b`,
  'i',
)

/** Actions that give a model data, or that pass it on. */
const takesData = /\b(?:read|open|cat|collect|copy|include|pass|send|append|forward|attach|upload|submit)\b/i

/** Actions of users who repair their settings. */
const changesSettings = /\b(?:add|set|create|put|save|store|restart|configure|export|retry)\b/i

/** The user as the one from whom something is hidden. Results tell users to hide their own codes. */
const fromUser = /\b(?:users?|humans?|customers?)\b/i

const steerings: ReadonlySet<unknown> = new Set(['change-tool', 'change-others', 'other-servers'])

/**
 * Rules that also read constant results. Results often explain settings, commands, addresses, and the next tool to
 * call, so the other rules do not read them.
 */
const resultRules: readonly ResultRule[] = [
  { rule: asksForSecrets, accepts: ({ excerpt = '' }) => takesData.test(excerpt) && !changesSettings.test(excerpt) },
  { rule: asksForSilence, accepts: ({ excerpt = '' }) => fromUser.test(excerpt) },
  { rule: overridesInstructions, accepts: () => true },
  { rule: sendsAway, accepts: ({ excerpt = '' }) => privateData.test(excerpt) },
  { rule: steersOtherTools, accepts: ({ arguments: { steering } }) => steerings.has(steering) },
]

/** Yields the first match in each constant text that the code of a tool or resource returns. */
export function* matchesInResults(
  definition: ToolDefinition,
  results: readonly ResultText[],
): Iterable<{ readonly rule: ToolRule; readonly match: ToolRuleMatch }> {
  for (const { text: written, path, line } of results) {
    // A sentence starts after an unknown part if a capital letter follows.
    const text = written.replaceAll(/…\s*(?=[A-Z<[#*])/g, '…\n\n')
    const result = { field: { field: 'result' }, part: 'description', text, sentences: sentencesOf(text) } as const
    for (const { rule, accepts } of resultRules) {
      const match = [...rule.find({ ...definition, texts: [result] })].find(accepts)
      if (!match) continue
      yield { rule, match: { ...match, at: { path, line } } }
      break
    }
  }
}
