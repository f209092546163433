import { describe, expect, it } from 'vitest'
import { filesOfExample } from '../../../../src/engine/rules/example-files.ts'
import { supplyChain } from '../../../../src/engine/rules/supply-chain/detector.ts'
import { supplyChainRules } from '../../../../src/engine/rules/supply-chain/catalogue.ts'
import { findBy } from '../find-by.ts'

/** Rules about registry metadata have examples without files. */
const aboutFiles = supplyChain.rules.filter(
  ({ examples }) => Object.keys(filesOfExample(examples.bad[0] ?? '')).length > 0,
)

describe.each(aboutFiles)('the examples of $id', ({ id, severity, examples }) => {
  it('finds this rule and no other in the bad ones, once as bad as the rule says', async () => {
    const severities = new Set<string>()
    for (const text of examples.bad) {
      const found = await findBy(supplyChain, filesOfExample(text))
      expect([...new Set(found.map(({ ruleId }) => ruleId))], text).toEqual([id])
      for (const finding of found) severities.add(finding.severity)
    }
    // Some examples are more severe: a disguised program, and a `.pth` file that decodes something.
    expect([...severities]).toContain(severity)
  })

  it('finds nothing in the good ones', async () => {
    for (const text of examples.good)
      expect(
        (await findBy(supplyChain, filesOfExample(text))).map(({ message }) => message),
        text,
      ).toEqual([])
  })
})

describe('the supply-chain rules', () => {
  it('have examples with files, or read registry metadata', () => {
    expect(supplyChainRules.map(({ id }) => id).filter((id) => !aboutFiles.some((rule) => rule.id === id))).toEqual([
      'deprecated-package',
      'differs-from-repository',
      'first-release',
      'invalid-signature',
      'manifest-mismatch',
      'yanked-release',
    ])
  })

  it('have documents in whole sentences', () => {
    const texts = supplyChain.rules.flatMap(({ what, why, remediation }) => [what, why, remediation])
    expect(texts.filter((text) => !/^(?:[A-Z]|pip).*[.`]$/s.test(text))).toEqual([])
  })
})
