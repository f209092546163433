import { describe, expect, it } from 'vitest'
import { packageLock } from '../../../src/engine/inventory/readers/javascript/package-lock.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import { LicenseCheck, licenseEntry, type LicensePolicy } from '../../../src/engine/model/license-policy.ts'
import type { License } from '../../../src/engine/model/license.ts'
import { readLicense } from '../../../src/engine/model/read-license.ts'
import { parseSettings } from '../../../src/engine/project-settings/parse-settings.ts'
import { noSettings } from '../../../src/engine/project-settings/settings-file.ts'
import { trustOfPullRequest, trustWholly } from '../../../src/engine/project-settings/trusted-settings.ts'
import { groupFindings } from '../../../src/engine/reports/finding-groups.ts'
import { filesOfExample } from '../../../src/engine/rules/example-files.ts'
import {
  findingsOfLicense,
  licenseNotAllowed,
} from '../../../src/engine/rules/vulnerable-dependencies/license-not-allowed.ts'
import { judgeTrusting } from '../../../src/engine/scanner/judge-trusting.ts'
import { licenseFindings, workPerTurn } from '../../../src/engine/scanner/license-findings.ts'
import { readingOf } from '../inventory/readers/reading.ts'

const now = new Date('2026-06-15T12:00:00.000Z')

function component(name: string, license: License | undefined, more: Partial<Component> = {}): Component {
  return {
    purl: `pkg:npm/${name}@1.0.0`,
    name,
    version: '1.0.0',
    ecosystem: 'npm',
    direct: true,
    dev: false,
    introducedBy: [{ manifest: 'package-lock.json', path: ['web@1.0.0', `${name}@1.0.0`], line: 4 }],
    ...(license && { license }),
    ...more,
  }
}

const settings = (text: string) => parseSettings(text, { path: 'assay.yml', rules: ['license-not-allowed'] })
function policyOf(text: string) {
  const { licenses, mistakes } = settings(text)
  if (!licenses) throw new Error(mistakes.map(({ message }) => message).join())
  return licenses
}

function findingsOfLicenses(components: readonly Component[], policy: LicensePolicy) {
  const check = new LicenseCheck(policy)
  return components.flatMap((each) => findingsOfLicense(each, check))
}

describe('licenses that a project allows', () => {
  const lists = (allow: string[] | undefined, deny: string[] = []) => ({
    allow: allow?.map(licenseEntry),
    deny: deny.map(licenseEntry),
    by: 'assay.yml:1',
  })
  const check = (text: string, allow: string[] | undefined, deny?: string[]) =>
    new LicenseCheck(lists(allow, deny)).disallowed(readLicense(text) ?? {})

  it.each([
    ['MIT', ['MIT'], []],
    ['ISC', ['MIT'], ['ISC']],
    ['MIT OR GPL-3.0-only', ['MIT'], []],
    ['ISC OR GPL-3.0-only', ['MIT'], ['ISC', 'GPL-3.0-only']],
    ['MIT AND ISC', ['MIT'], ['ISC']],
    ['MIT AND (ISC OR 0BSD)', ['MIT', '0BSD'], []],
    ['(MIT AND ISC) OR (MIT AND GPL-2.0-only)', ['MIT', 'ISC'], []],
    ['BSD-3-Clause', ['BSD-*'], []],
    ['mit', ['MIT'], []],
    ['SEE LICENSE IN LICENSE', ['see license in *'], []],
    ['GPL-2.0', ['GPL-2.0-only'], []],
    ['GPL-2.0-only', ['GPL-2.0'], []],
    ['GPL-2.0-or-later', ['GPL-2.0-only'], ['GPL-2.0-or-later']],
    ['GPL-2.0-only WITH Classpath-exception-2.0', ['GPL-2.0-only'], []],
  ])('%s with the allowed %j', (text, allow, wanted) => {
    expect(check(text, allow)).toEqual(wanted)
  })

  it.each([
    ['GPL-3.0-only', ['GPL-*'], ['GPL-3.0-only']],
    ['MIT', ['GPL-*'], []],
    ['MIT OR GPL-3.0-only', ['GPL-*'], []],
    ['GPL-2.0-only WITH Classpath-exception-2.0', ['GPL-2.0-only'], ['GPL-2.0-only WITH Classpath-exception-2.0']],
  ])('%s with the denied %j', (text, deny, wanted) => {
    expect(check(text, undefined, deny)).toEqual(wanted)
  })

  it('have the denied ones removed, and an exception that is allowed by itself', () => {
    expect(check('GPL-3.0-only', ['*'], ['GPL-3.0-only'])).toEqual(['GPL-3.0-only'])
    const text = 'GPL-2.0-only WITH Classpath-exception-2.0'
    expect(check(text, [text], ['GPL-2.0-only'])).toEqual([])
  })
})

describe('the setting', () => {
  it('has lists of single licenses', () => {
    expect(settings('licenses:\n  allow: [MIT, "BSD-*"]\n  severity: high\n').licenses).toMatchObject({
      allow: ['mit', 'bsd-*'],
      severity: 'high',
      by: 'assay.yml:1',
    })
    const wrong = settings('licenses:\n  allow: [MIT OR ISC]\n  denied: [x]\n')
    expect(wrong.licenses).toBeUndefined()
    expect(wrong.mistakes.map(({ message }) => message)).toEqual([
      expect.stringContaining('should be one license'),
      expect.stringContaining('unknown setting "denied"'),
    ])
  })

  it('is that of the base branch in a pull request', () => {
    const base = settings('licenses: {deny: [ISC]}')
    const head = settings('licenses: {deny: []}')
    const trusted = trustOfPullRequest({ base, head, authorMayWrite: true, isFromFork: false })
    expect(trusted.file.licenses?.deny).toEqual(['isc'])
  })
})

describe('license-not-allowed', () => {
  const { bad, good } = licenseNotAllowed.examples
  const found = (example: string) => {
    const { '.github/assay.yml': yaml = '', ...files } = filesOfExample(example)
    const components = readingOf(packageLock, files).packages.map(({ name, license }) => component(name, license))
    return findingsOfLicenses(components, policyOf(yaml))
  }

  it.each(bad)('bad: %s', (example) => {
    expect(found(example).map(({ ruleId }) => ruleId)).toEqual(['license-not-allowed'])
  })

  it.each(good)('good: %s', (example) => {
    expect(found(example)).toEqual([])
  })

  it('names the license, the setting, and the dependency path', () => {
    const [finding] = findingsOfLicenses(
      [component('a', { expression: 'ISC AND MIT' })],
      policyOf('licenses: {allow: [MIT]}'),
    )
    expect(finding).toMatchObject({
      title: 'a 1.0.0: license ISC AND MIT is not allowed',
      message:
        'a 1.0.0 declares the license ISC AND MIT. assay.yml:1 does not allow ISC. Dependency path: web 1.0.0 → a ' +
        '1.0.0 (package-lock.json:4).',
      severity: 'medium',
      category: 'dependency',
    })
  })

  it('reports unknown licenses and development only on request, and never the project itself', () => {
    const components = [
      component('unknown', undefined),
      component('dev', { expression: 'ISC' }, { dev: true }),
      component('web', { expression: 'ISC' }, { introducedBy: [{ manifest: 'package.json', path: ['web@1.0.0'] }] }),
    ]
    const names = (text: string) => findingsOfLicenses(components, policyOf(text)).map(({ title }) => title)
    expect(names('licenses: {allow: [MIT]}')).toEqual([])
    expect(names('licenses: {allow: [MIT], unknown: report, development: report}')).toEqual([
      'unknown 1.0.0: unknown license',
      'dev 1.0.0: license ISC is not allowed',
    ])
  })

  it('is new against a baseline that does not have it, and a group of its own', async () => {
    const policy = policyOf('licenses: {allow: [MIT], severity: high}')
    const [a, b] = [component('a', { expression: 'ISC' }), component('b', { name: 'House rules' })]
    const findings = await licenseFindings(policy, { components: [a, b], before: [a], now })
    expect(findings.map(({ title, state }) => [title, state])).toEqual([
      ['a 1.0.0: license ISC is not allowed', 'existing'],
      ['b 1.0.0: license House rules is not allowed', 'new'],
    ])
    expect(groupFindings(findings).map(({ title }) => title)).toEqual(findings.map(({ title }) => title))
    expect(await licenseFindings(undefined, { components: [a], now })).toEqual([])
  })

  it('decides the verdict by its severity, can be suppressed, and never changes the score', async () => {
    const verdict = async (text: string) => {
      const file = text === '' ? noSettings : settings(text)
      const components = [component('a', { expression: 'ISC' })]
      const findings = await licenseFindings(file.licenses, { components, now })
      const inline = { suppressions: [], mistakes: [] }
      const judged = judgeTrusting(findings, { trusted: trustWholly(file), inline, now, gaps: [] })
      expect(judged.results.securityScore).toBe(100)
      expect(judged.projectSettings.withoutSettings).toMatchObject({
        verdict: 'pass',
        results: { vulnerabilities: { total: 0 } },
      })
      return `${judged.verdict} ${judged.results.vulnerabilities.total}`
    }
    expect(await verdict('')).toBe('pass 0')
    expect(await verdict('licenses: {allow: [MIT]}')).toBe('pass 1')
    expect(await verdict('licenses: {allow: [MIT]}\nfailOn: medium')).toBe('fail 1')
    expect(await verdict('licenses: {allow: [MIT], severity: high}')).toBe('fail 1')
    expect(await verdict('licenses: {allow: [MIT]}\nrules: {license-not-allowed: block}')).toBe('fail 1')
    expect(await verdict('licenses: {allow: [MIT], severity: high}\nrules: {license-not-allowed: off}')).toBe('pass 0')
  })
})

describe('the work of comparing licenses', () => {
  const entries = Array.from({ length: 200 }, (_, index) => `denied-${index}-*`)
  const policy: LicensePolicy = { allow: [...entries, 'mit'], deny: entries, by: 'assay.yml:1' }

  it('does not grow with the components that have the same license', () => {
    const check = new LicenseCheck(policy)
    const expression = 'MIT AND (ISC OR 0BSD)'
    for (let index = 0; index < 50_000; index += 1) check.disallowed({ expression })
    expect(check.disallowed({ expression })).toEqual(['ISC', '0BSD'])
    expect(check.work).toBe('expression '.length + expression.length + 3 * (200 + 201))
  })

  it('compares each name once, however many expressions contain it', () => {
    const check = new LicenseCheck(policy)
    const expressions = Array.from({ length: 1_000 }, (_, index) => `${'MIT AND '.repeat(50)}LicenseRef-${index}`)
    const characters = expressions.reduce((sum, text) => sum + 'expression '.length + text.length, 0)
    for (const expression of expressions) check.disallowed({ expression })
    expect(check.work).toBe(characters + 1_001 * (200 + 201))
  })

  it.each([
    ['one license', () => 'ISC'],
    ['different licenses', (index: number) => `${'MIT AND '.repeat(40)}LicenseRef-${index}`],
    ['allowed licenses', () => `${'MIT AND '.repeat(40)}MIT`],
  ])('yields in a lockfile with %s', async (_, expressionOf) => {
    const check = new LicenseCheck(policy)
    const components = Array.from({ length: 5_000 }, (_each, index) =>
      component(`p${index}`, { expression: expressionOf(index) }),
    )
    let [workAtTurn, most, turns] = [0, 0, 0]
    const turn = async () => {
      most = Math.max(most, check.work - workAtTurn)
      workAtTurn = check.work
      turns += 1
    }
    const findings = await licenseFindings(check, { components, now, turn })
    expect(turns).toBeGreaterThanOrEqual(Math.floor((check.work + components.length) / (workPerTurn + 1_000)))
    expect(turns).toBeGreaterThanOrEqual(findings.length / 1_000)
    // One expression may exceed the limit by its own length and the comparisons of its names.
    expect(most).toBeLessThan(workPerTurn + 1_000)
    expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length)
    expect(findings.map(({ title }) => title)).toEqual(findings.map(({ title }) => title).toSorted())
  })

  it('numbers and sorts as for a few findings', async () => {
    const twice = Array.from({ length: 3_000 }, (_, index) => component(`p${index % 1_500}`, { expression: 'ISC' }))
    const findings = await licenseFindings(policy, { components: twice, before: twice.slice(0, 1_500), now })
    expect(findings.filter(({ state }) => state === 'existing')).toHaveLength(1_500)
    expect(findings.filter(({ fingerprint }) => fingerprint.endsWith(':2'))).toHaveLength(1_500)
    expect(findings.filter(({ fingerprint, state }) => fingerprint.endsWith(':2') && state === 'new')).toHaveLength(
      1_500,
    )
  })
})
