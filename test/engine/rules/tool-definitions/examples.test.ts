import { describe, expect, it } from 'vitest'
import { toolDefinitions } from '../../../../src/engine/rules/tool-definitions/detector.ts'
import { fallbackRules, toolRules } from '../../../../src/engine/rules/tool-definitions/rules/catalogue.ts'
import { findInServer } from './find-in-server.ts'

/** The first line of an example contains the name of its file. */
const found = async (text: string) =>
  findInServer({ [text.startsWith('# server.py\n') ? 'server.py' : 'server.ts']: text })

describe.each([...toolRules, ...fallbackRules])('the examples of $id', ({ id, examples }) => {
  it('finds this rule once in each bad one, and no other rule of orders', async () => {
    for (const text of examples.bad)
      expect(
        (await found(text)).map(({ ruleId }) => ruleId),
        text,
      ).toEqual([id])
  })

  it('finds nothing in the good ones', async () => {
    for (const text of examples.good)
      expect(
        (await found(text)).map(({ ruleId, message }) => `${ruleId}: ${message}`),
        text,
      ).toEqual([])
  })
})

describe('the rules', () => {
  it('claim no more than medium precision, as long as fewer than 20 hits of them were judged', () => {
    expect(
      toolDefinitions.rules
        .filter(({ precision }) => precision === 'very-high' || precision === 'high')
        .map(({ id }) => id),
    ).toEqual([])
  })

  it('say in whole sentences what they find, why that matters and what helps', () => {
    const texts = toolDefinitions.rules.flatMap(({ what, why, remediation }) => [what, why, remediation])
    expect(texts.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  })

  it('have ids of their own that begin with what they are about', () => {
    expect(
      toolDefinitions.rules
        .filter(({ id }) => !/^(?:tool|agent-file)-[a-z]+(?:-[a-z]+)*$/.test(id))
        .map(({ id }) => id),
    ).toEqual([])
    expect(new Set(toolDefinitions.rules.map(({ id }) => id)).size).toBe(toolDefinitions.rules.length)
  })
})
