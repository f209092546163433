import { describe, expect, it } from 'vitest'
import { examplesOf, randomMaker } from '../../../../src/engine/rules/leaked-secrets/examples.ts'
import { credentials } from '../../../../src/engine/rules/leaked-secrets/credentials/catalogue.ts'
import { leakedSecrets } from '../../../../src/engine/rules/leaked-secrets/detector.ts'
import { findIn } from './find-in.ts'

/** Returns a path that no rule knows, so that only the format matters. Other rules specify the file that they read. */
const pathOf = (id: string) =>
  credentials.find((credential) => credential.id === id)?.exampleFile ?? 'deploy/settings.yaml'

describe.each(leakedSecrets.rules)('the examples of $id', ({ id, examples }) => {
  const path = pathOf(id)

  it('finds each bad one once, by this rule and no other, and shows no more than four characters of it', async () => {
    for (const text of examples.bad) {
      const found = await findIn({ [path]: text })
      expect(
        found.map(({ ruleId }) => ruleId),
        text,
      ).toEqual([id])
      expect(JSON.stringify(found), text).not.toContain(maxRandomRun(text))
    }
  })

  it('finds nothing in the good ones', async () => {
    for (const text of examples.good)
      expect(
        (await findIn({ [path]: text })).map(({ ruleId }) => ruleId),
        text,
      ).toEqual([])
  })
})

function maxRandomRun(text: string): string {
  return (
    (text.match(/[A-Za-z0-9+/]{8,}/g) ?? []).filter((run) => /\d/.test(run)).sort((a, b) => b.length - a.length)[0] ??
    'nothing'
  )
}

describe('the rules', () => {
  it('are at least 120, with ids that say whose they are', () => {
    expect(leakedSecrets.rules.length).toBeGreaterThanOrEqual(120)
    expect(leakedSecrets.rules.filter(({ id }) => !/^leaked-[a-z0-9]+(?:-[a-z0-9]+)+$/.test(id))).toEqual([])
    expect(new Set(leakedSecrets.rules.map(({ id }) => id)).size).toBe(leakedSecrets.rules.length)
  })

  it('claim high precision only where a checksum or a structure is verified', () => {
    const unverified = credentials.filter(
      ({ precision, check }) => (precision === 'very-high' || precision === 'high') && check === undefined,
    )
    expect(unverified.map(({ id }) => id)).toEqual([])
  })

  it('claim low precision where only a name tells', () => {
    expect(credentials.filter(({ generic, precision }) => generic && precision !== 'low').map(({ id }) => id)).toEqual(
      [],
    )
    expect(credentials.filter(({ id }) => id.startsWith('leaked-generic-')).length).toBeGreaterThanOrEqual(4)
  })

  it('have keywords of three characters at least, lower case', () => {
    expect(
      credentials
        .flatMap(({ keywords }) => keywords)
        .filter((keyword) => keyword.length < 3 || keyword !== keyword.toLowerCase()),
    ).toEqual([])
  })

  it('have patterns that repeat nothing without a bound', () => {
    // After `\` and in a character class, these characters are literal.
    const unbounded = credentials.filter(({ pattern }) =>
      /[*+]|\{\d+,\}/.test(pattern.source.replaceAll(/\\./g, '').replaceAll(/\[[^\]]*\]/g, '')),
    )
    expect(unbounded.map(({ id, pattern }) => `${id} ${pattern.source}`)).toEqual([])
  })

  it('make the same examples each time, and other ones for each rule', () => {
    for (const credential of credentials) expect(examplesOf(credential)).toEqual(examplesOf(credential))
    expect(randomMaker('a').fill('0123456789abcdef', 20)).not.toBe(randomMaker('b').fill('0123456789abcdef', 20))
  })
})
