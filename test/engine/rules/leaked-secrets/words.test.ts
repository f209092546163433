import { describe, expect, it } from 'vitest'
import { textOf } from '../../../../src/engine/rules/finding-text.ts'
import type { FindingArguments } from '../../../../src/engine/model/finding-record.ts'
import type { Credential } from '../../../../src/engine/rules/leaked-secrets/credential.ts'
import { credentials } from '../../../../src/engine/rules/leaked-secrets/credentials/catalogue.ts'
import { leakedSecrets } from '../../../../src/engine/rules/leaked-secrets/detector.ts'
import { secretRule, withArticle } from '../../../../src/engine/rules/leaked-secrets/secret-rule.ts'
import { secretLimits } from '../../../../src/engine/rules/leaked-secrets/secret-limits.ts'
import { checkDocumentWords, checkFindingWords, checkRenders } from '../check-words.ts'
import { findBy } from '../find-by.ts'

const variants: readonly FindingArguments[] = [
  { isVerified: false, isAside: false },
  { isVerified: true, isAside: true },
  { isVerified: false, isAside: true, further: { count: 5, isMinimum: false } },
  { isVerified: false, isAside: false, further: { count: 1_200, isMinimum: true } },
]
const location = { path: 'src/config.ts', startLine: 12 }

/** Password hashes in tests are not reported. */
const isFoundAside = ({ id }: Credential) => !id.endsWith('-hash')

describe.each(credentials)('the words of $id', (credential) => {
  const rule = secretRule(credential)

  it('are plain in the document and for every variant of the arguments', () => {
    checkDocumentWords(rule)
    const messages = variants.map((args) => {
      const words = textOf(rule, args, { severity: rule.severity, precision: rule.precision, location })
      if (!words) throw new Error(`${rule.id} does not accept ${JSON.stringify(args)}`)
      checkFindingWords(words, rule.id)
      return words.message
    })
    expect(new Set(messages).size).toBe(variants.length)
  })

  it('have phrases that continue the sentences of the templates', () => {
    expect(credential.name).not.toMatch(/^(?:an?|the) |[.,;]$/i)
    expect(credential.grants).toMatch(/^[a-z][^.;]*[^.;,]$/)
    expect(credential.revoke).toMatch(/^(?:(?:at|by|in|with) |[A-Z]).*[^.;,]$/)
  })

  it('stay the same when a stored finding is rendered', async () => {
    const file = credential.exampleFile ?? 'deploy/settings.yaml'
    for (const path of [file, ...(isFoundAside(credential) ? [`test/${file}`] : [])]) {
      const [finding] = await findBy(leakedSecrets, { [path]: rule.examples.bad[0] ?? '' })
      if (!finding) throw new Error(`${rule.id} does not find its example`)
      expect(Object.keys(finding.arguments ?? {})).toEqual(['isVerified', 'isAside'])
      expect(finding.title).toContain(` in ${path}`)
      checkRenders(finding)
    }
  })
})

it('state how many secrets are not reported one by one', async () => {
  const rule = leakedSecrets.rules.find(({ id }) => id === 'leaked-stripe-secret-key')
  const line = `${rule?.examples.bad[0]?.trim()}\n`
  const furtherOf = async (count: number) => {
    const findings = await findBy(leakedSecrets, { 'src/a.txt': line.repeat(count) })
    const last = findings.at(-1)
    if (!last) throw new Error('no finding')
    checkRenders(last)
    return [last.title, last.message]
  }
  expect(await furtherOf(secretLimits.maxFindingsPerRule + 2)).toEqual([
    'Stripe secret key in src/a.txt: 2 more',
    'Line 101 of src/a.txt contains the first of 2 more values that look like a Stripe secret key. They are not ' +
      'reported individually. An attacker who obtains one of them can read customer and payment data, and make ' +
      "payments within the key's limits.",
  ])
  const [title, message] = await furtherOf(secretLimits.maxFindingsPerRule + 1_500)
  expect(title).toMatch(/^Stripe secret key in src\/a\.txt: at least 1,\d{3} more$/)
  expect(message).toContain('contains the first of at least 1,')
})

it.each([
  ['AWS secret access key', 'an AWS secret access key'],
  ['npm access token', 'an npm access token'],
  ['RSA private key', 'an RSA private key'],
  ['X (Twitter) bearer token', 'an X (Twitter) bearer token'],
  ['xAI API key', 'an xAI API key'],
  ['HTTP bearer token', 'an HTTP bearer token'],
  ['Hugging Face access token', 'a Hugging Face access token'],
  ['URL with a password', 'a URL with a password'],
  ['1Password service account token', 'a 1Password service account token'],
])('have the right article: %s', (name, words) => {
  expect(withArticle(name)).toBe(words)
})
