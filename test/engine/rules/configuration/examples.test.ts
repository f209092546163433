import { describe, expect, it } from 'vitest'
import { configuration } from '../../../../src/engine/rules/configuration/detector.ts'
import { filesOfExample } from '../../../../src/engine/rules/example-files.ts'
import { findBy } from '../find-by.ts'

describe.each(configuration.rules)('the examples of $id', ({ id, severity, examples }) => {
  it('finds this rule and no other in the bad ones, once as bad as the rule says', async () => {
    const severities = new Set<string>()
    for (const text of examples.bad) {
      const files = filesOfExample(text)
      const found = await findBy(configuration, files)
      expect([...new Set(found.map(({ ruleId }) => ruleId))], text).toEqual([id])
      for (const { location, severity: of } of found) {
        severities.add(of)
        expect(location?.startLine, text).toBeLessThanOrEqual(files[location?.path ?? '']?.split('\n').length ?? 0)
      }
    }
    expect([...severities]).toContain(severity)
  })

  it('finds nothing in the good ones', async () => {
    for (const text of examples.good)
      expect(
        (await findBy(configuration, filesOfExample(text))).map(({ message }) => message),
        text,
      ).toEqual([])
  })
})

describe('the configuration rules', () => {
  it('have documents in whole sentences', () => {
    const texts = configuration.rules.flatMap(({ what, why, remediation }) => [what, why, remediation])
    expect(texts.filter((text) => !/^[A-Z].*[.`]$/.test(text))).toEqual([])
  })

  it('claim no more than medium precision', () => {
    expect(
      configuration.rules
        .filter(({ precision }) => precision === 'very-high' || precision === 'high')
        .map(({ id }) => id),
    ).toEqual([])
  })
})
