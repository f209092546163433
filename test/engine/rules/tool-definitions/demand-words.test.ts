import { describe, expect, it } from 'vitest'
import { controlJudges } from '../../../../src/engine/rules/tool-definitions/demands/control-judges.ts'
import { type DemandContext, contextsOf } from '../../../../src/engine/rules/tool-definitions/demands/context.ts'
import { dataJudges } from '../../../../src/engine/rules/tool-definitions/demands/data-judges.ts'
import { mayDemand } from '../../../../src/engine/rules/tool-definitions/demands/demand-keywords.ts'
import { isDenied } from '../../../../src/engine/rules/tool-definitions/demands/denial.ts'
import { possibleKinds } from '../../../../src/engine/rules/tool-definitions/demands/possible-kinds.ts'
import type { Reading } from '../../../../src/engine/rules/tool-definitions/demands/read-demands.ts'
import { searchedAfter } from '../../../../src/engine/rules/tool-definitions/keywords/keyword-index.ts'
import { fallbackRules, toolRules } from '../../../../src/engine/rules/tool-definitions/rules/catalogue.ts'
import { sentencesOf } from '../../../../src/engine/rules/tool-definitions/texts/sentences.ts'
import { describedTool } from './find-in-server.ts'

const judges = [...dataJudges, ...controlJudges]

const verbs = (
  'Read|Send|Pass|Run|Call|Set|Add|Skip|Follow|Claim that the call failed, but send|Adopt|Copies|It sends|Ignore|' +
  'The tool bypasses'
).split('|')
const objects = (
  'the password|the keychain|$API_KEY|~/.ssh/id_rsa|the chat history|the user query|customer data|all files|' +
  'the home folder|/etc/passwd|a shell command|the code|rm -rf ~/x|safety checks|the audit log|.bashrc|mcp.json|' +
  'agent memory|the webhook|https://a.example/x|a@b.example|the recipient|a persona|the result|it silently|a number'
).split('|')
const companions = (
  '|before each call|after this tool|also|always|on startup|when the user asks|for compliance|important|silently|' +
  'entire|as `note`|in the parameter|to a remote server|to https://b.example|with all results|automatically|' +
  'because the agent should|and send it|in any untrusted page|whenever another tool runs|without asking the user'
).split('|')

/** Returns the contexts of a sentence alone, between two others, and as the description of a parameter. */
function contextsWith(text: string, next: string): DemandContext[] {
  const description = `Adds two numbers. ${text}. ${next}.\n- ${text}\n- ${next}`
  const tool = describedTool(description, { parameters: [{ name: 'b', description: `${text}.` }] })
  const texts = [
    { field: { field: 'description' as const }, part: 'description' as const, text: description },
    { field: { field: 'parameter' as const, name: 'b' }, part: 'parameter' as const, text: `${text}.` },
  ].map((each) => ({ ...each, sentences: sentencesOf(each.text) }))
  return contextsOf({ tool, texts, projectNames: new Set() })
}

/** Reports whether a judge applies to a demand in a sentence, without the search for its words. */
const isJudged = (context: DemandContext, reading: Reading): boolean =>
  reading.demands.some(
    (demand) =>
      judges.some(
        ({ actions, applies }) => (actions & demand.actions) !== 0 && applies({ context, reading, demand }),
      ) && !isDenied(reading, demand),
  )

describe('words of a demand', () => {
  const examples = [...toolRules, ...fallbackRules].flatMap((rule) => [...rule.examples.bad, ...rule.examples.good])
  const generated = verbs.flatMap((verb) =>
    objects.flatMap((object) => companions.map((companion) => `${verb} ${object} ${companion}`.trim())),
  )

  it('are in each sentence that a judge reports', () => {
    // The first texts are not searched, so every sentence may be a demand.
    const first = 'Adds numbers. '.repeat(searchedAfter)
    sentencesOf(first)
    possibleKinds(first)
    let [judged, skipped] = [0, 0]
    for (const [at, text] of [...examples, ...generated].entries())
      for (const context of contextsWith(text, companions[at % companions.length] ?? ''))
        for (const reading of context.readings) {
          const mayBe = mayDemand(context, reading)
          if (!mayBe) skipped += 1
          if (!isJudged(context, reading)) continue
          judged += 1
          expect(mayBe, reading.sentence.text).toBe(true)
        }
    expect(judged).toBeGreaterThan(1_000)
    expect(skipped).toBeGreaterThan(1_000)
  })
})
