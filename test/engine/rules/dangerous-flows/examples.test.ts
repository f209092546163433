import { describe, expect, it } from 'vitest'
import { taintKinds } from '../../../../src/engine/analysis/taint-kind.ts'
import { dangerousFlows } from '../../../../src/engine/rules/dangerous-flows/detector.ts'
import { flowRules } from '../../../../src/engine/rules/dangerous-flows/rules/catalogue.ts'
import { findInSource } from './find-in-source.ts'

/** The first line of an example contains the name of its file. */
const found = async (text: string) =>
  findInSource({ [text.startsWith('# server.py\n') ? 'server.py' : 'server.ts']: text })

const numbered = (texts: readonly string[]): [number: number, text: string][] =>
  texts.map((text, index) => [index + 1, text])

describe.each(dangerousFlows.rules)('the examples of $id', ({ id, severity, examples }) => {
  it.each(numbered(examples.bad))(
    'finds this rule and no other in bad example %i, as bad as the rule says, or less where the tool asks ' +
      'for just that',
    async (_number, text) => {
      const findings = await found(text)
      expect(findings.map(({ ruleId }) => ruleId)).toEqual([id])
      const [finding] = findings
      expect(finding?.severity).toBe(finding?.message.includes('may be intended') ? 'medium' : severity)
      expect(finding?.trace?.length).toBeGreaterThanOrEqual(2)
      expect(text.split('\n')[(finding?.location?.startLine ?? 0) - 1]).toContain(finding?.location?.snippet)
    },
  )

  it.each(numbered(examples.good))('finds nothing in good example %i', async (_number, text) => {
    expect((await found(text)).map(({ message }) => message)).toEqual([])
  })
})

describe('the rules', () => {
  it('are one for each kind of harm, beside those of certain flows', () => {
    expect(
      flowRules
        .filter(({ applies }) => !applies)
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...taintKinds].sort())
  })

  it('have examples that begin with the name of their file', () => {
    const examples = dangerousFlows.rules.flatMap(({ examples: { bad, good } }) => [...bad, ...good])
    expect(examples.filter((text) => !/^(?:\/\/ server\.ts|# server\.py)\n/.test(text))).toEqual([])
  })

  it('have examples in both languages, of what is wrong and of what is right', () => {
    const languages = (texts: readonly string[]) =>
      [...new Set(texts.map((text) => text.slice(0, text.indexOf('server.'))))].sort()
    expect(
      dangerousFlows.rules
        .filter(({ examples: { bad, good } }) => languages(bad).length < 2 || languages(good).length < 2)
        .map(({ id }) => id),
    ).toEqual([])
  })

  it('say in whole sentences what they find, why that matters and what helps', () => {
    const texts = dangerousFlows.rules.flatMap(({ what, why, remediation }) => [what, why, remediation])
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })
})
