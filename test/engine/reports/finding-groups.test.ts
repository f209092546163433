import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Component, Ecosystem } from '../../../src/engine/model/component.ts'
import type { Finding } from '../../../src/engine/model/finding.ts'
import { severities } from '../../../src/engine/model/severity.ts'
import { groupFindings, groupKeyOf } from '../../../src/engine/reports/finding-groups.ts'
import { storedFinding } from '../../support/findings.ts'

const minimist: Component = {
  purl: 'pkg:npm/minimist@0.0.8',
  name: 'minimist',
  version: '0.0.8',
  ecosystem: 'npm',
  direct: false,
  dev: false,
  introducedBy: [{ manifest: 'package-lock.json', path: ['app@1.0.0', 'mkdirp@0.5.1', 'minimist@0.0.8'] }],
}

function vulnerability(fixedVersion: string | undefined, parts: Partial<Finding> = {}): Finding {
  const id = `GHSA-${fixedVersion ?? 'none'}`
  return storedFinding({
    component: minimist,
    advisory: {
      id,
      aliases: [],
      url: `https://osv.example/${id}`,
      ...(fixedVersion !== undefined && { fixedVersion }),
    },
    ...parts,
  })
}

const inTool = (tool: string, parts: Partial<Finding> = {}): Finding =>
  storedFinding({
    ruleId: 'path-traversal',
    title: `Path traversal in tool "${tool}"`,
    category: 'code',
    location: { path: 'a.ts', startLine: 1 },
    ...parts,
  })

const secret = (path: string | undefined, parts: Partial<Finding> = {}): Finding =>
  storedFinding({
    ruleId: 'github-token',
    title: `GitHub token in ${path ?? 'a file'}`,
    category: 'secret',
    ...(path !== undefined && { location: { path, startLine: 1 } }),
    ...parts,
  })

/** Returns what a reader sees of groups: title, severity, and number of findings. */
const overview = (findings: readonly Finding[]) =>
  groupFindings(findings).map(({ title, severity, findings }) => [title, severity, findings.length])

describe('findings of one package version', () => {
  it('form one group with the upgrade that fixes them all', () => {
    expect(
      groupFindings([
        vulnerability('0.2.1', { severity: 'medium' }),
        vulnerability('1.2.6', { severity: 'critical' }),
        vulnerability('0.2.4'),
      ]),
    ).toMatchObject([
      {
        severity: 'critical',
        title: 'minimist 0.0.8: 3 known vulnerabilities',
        fixedVersion: '1.2.6',
        remediation: 'Upgrade mkdirp to a release that uses minimist 1.2.6 or later, or override minimist.',
      },
    ])
  })

  it.each<[Ecosystem, string, string]>([
    ['npm', '1.10.0', '1.9.0'],
    ['npm', '2.0.0', '2.0.0-rc.1'],
    ['PyPI', '1.0.post1', '1.0'],
    ['Maven', '1.0', '1.0-SNAPSHOT'],
    ['RubyGems', '1.10', '1.9'],
  ])('need the highest version in the order of %s: %s is above %s', (ecosystem, higher, lower) => {
    const component = { ...minimist, ecosystem }
    for (const versions of [
      [higher, lower],
      [lower, higher],
      ['no version at all', lower, higher],
    ])
      expect(groupFindings(versions.map((version) => vulnerability(version, { component })))[0]?.fixedVersion).toBe(
        higher,
      )
  })

  it('say how many have no fix, and name the direct dependency to change', () => {
    const direct: Component = {
      ...minimist,
      direct: true,
      introducedBy: [{ manifest: 'package.json', path: ['app@1.0.0', 'minimist@0.0.8'] }],
    }
    const remediation = (versions: (string | undefined)[], component = direct) =>
      groupFindings(versions.map((version) => vulnerability(version, { component })))[0]?.remediation
    expect(remediation(['1.0.0', undefined, '1.1.0'])).toBe(
      'Upgrade minimist to 1.1.0 or later. 1 of the 3 vulnerabilities has no fixed version.',
    )
    expect(remediation([undefined, undefined])).toBe(
      'No advisory lists a fixed version of minimist. Replace minimist, or make sure that the project does not use ' +
        'the vulnerable code.',
    )
    const introducedBy = (...path: string[]) => [{ manifest: 'package-lock.json', path }]
    expect(remediation(['1.0.0', undefined, '1.1.0'], minimist)).toBe(
      'Upgrade mkdirp to a release that uses minimist 1.1.0 or later, or override minimist. 1 of the 3 ' +
        'vulnerabilities has no fixed version.',
    )
    expect(remediation([undefined, undefined], minimist)).toContain('Replace mkdirp, which depends on minimist')
    const unknownPath = { ...minimist, introducedBy: introducedBy('app@1.0.0', 'minimist@0.0.8') }
    expect(remediation(['1.1.0', '1.0.0'], unknownPath)).toBe(
      'Upgrade the dependency that requires minimist to a release that uses minimist 1.1.0 or later, or override ' +
        'minimist.',
    )
    const scanned = { ...minimist, introducedBy: introducedBy('minimist@0.0.8') }
    expect(remediation(['1.0.0', '1.1.0'], scanned)).toBe('Use minimist 1.1.0 or later.')
  })

  it('are not upgraded where the version is malware', () => {
    const malware = vulnerability(undefined, { ruleId: 'malicious-dependency', remediation: 'Remove minimist.' })
    expect(groupFindings([vulnerability('1.0.0'), malware, vulnerability('1.1.0')])).toMatchObject([
      { title: 'minimist 0.0.8: known malware and 2 known vulnerabilities', remediation: 'Remove minimist.' },
    ])
  })

  it('keep their own words where there is one, and stay apart from other versions', () => {
    const other = { ...minimist, version: '1.0.0', purl: 'pkg:npm/minimist@1.0.0' }
    expect(
      groupFindings([
        vulnerability('1.2.6', { title: 'minimist 0.0.8: Prototype pollution', remediation: 'Upgrade it.' }),
        vulnerability('1.2.6', { component: other }),
      ]),
    ).toMatchObject([
      { title: 'minimist 0.0.8: Prototype pollution', remediation: 'Upgrade it.', fixedVersion: '1.2.6' },
      { title: 'example 1.0.0: a flaw' },
    ])
  })

  it('of an ecosystem without a version order name no fixed version if there are several', () => {
    const component = { ...minimist, ecosystem: 'Unheard' as Ecosystem }
    expect(groupFindings([vulnerability('1.0', { component }), vulnerability('2.0', { component })])).toMatchObject([
      { fixedVersion: undefined },
    ])
    expect(groupFindings([vulnerability('1.0', { component }), vulnerability('1.0', { component })])).toMatchObject([
      { fixedVersion: '1.0' },
    ])
  })
})

describe('other findings', () => {
  it('form a group by rule and title, secrets by rule and file', () => {
    expect(
      overview([
        inTool('read', { severity: 'low' }),
        inTool('write'),
        inTool('read', { location: { path: 'b.ts', startLine: 9 } }),
        inTool('read', { ruleId: 'command-injection' }),
        secret('.env', { severity: 'critical' }),
        secret('.env', { title: 'GitHub token in .env, and 3 more' }),
        secret('.env.local'),
      ]),
    ).toEqual([
      ['GitHub token in .env', 'critical', 2],
      ['Path traversal in tool "read"', 'high', 2],
      ['Path traversal in tool "write"', 'high', 1],
      ['Path traversal in tool "read"', 'high', 1],
      ['GitHub token in .env.local', 'high', 1],
    ])
    expect(overview([secret(undefined), secret(undefined)])).toEqual([['GitHub token in a file', 'high', 2]])
  })

  it('are not joined by names that look like a key', () => {
    const titles = ['a', 'a\u0000b', 'a,b', '"]["', 'a\u001B[2J', 'a\u202E']
    const findings = titles.flatMap((title) => [
      storedFinding({ title, category: 'code' }),
      storedFinding({ ruleId: title, title: '', category: 'code' }),
      secret(title, { ruleId: '' }),
    ])
    expect(groupFindings(findings)).toHaveLength(findings.length)
  })
})

describe('groups', () => {
  const finding = fc
    .record({
      kind: fc.constantFrom('component', 'tool', 'secret'),
      name: fc.constantFrom('a', 'b', 'c\u0000'),
      severity: fc.constantFrom(...severities),
    })
    .map(({ kind, name, severity }) =>
      kind === 'component'
        ? vulnerability('1.0.0', { severity, component: { ...minimist, purl: `pkg:npm/${name}@1.0.0` } })
        : kind === 'tool'
          ? inTool(name, { severity })
          : secret(name, { severity }),
    )

  it('hold each finding once, unchanged, under its key, worst group first, then in the order of the list', () => {
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 40 }), (findings) => {
        const groups = groupFindings(findings)
        expect(new Set(groups.flatMap((group) => group.findings))).toEqual(new Set(findings))
        expect(groups.reduce((sum, group) => sum + group.findings.length, 0)).toBe(findings.length)
        for (const group of groups) {
          const places = group.findings.map((member) => findings.indexOf(member))
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          expect(group.findings.every((member) => groupKeyOf(member) === group.key)).toBe(true)
          expect(group.severity).toBe(
            severities.find((each) => group.findings.some(({ severity }) => severity === each)),
          )
        }
        const order = groups.map(({ severity, findings: [first] }) => [
          severities.indexOf(severity),
          findings.indexOf(first),
        ])
        expect(order).toEqual(order.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d))
      }),
    )
  })

  it('have keys that no order of the list changes', () => {
    const findings = [vulnerability('1.0.0'), inTool('read'), secret('.env'), vulnerability('2.0.0')]
    const keys = (list: readonly Finding[]) => new Set(groupFindings(list).map(({ key }) => key))
    expect(keys(findings.toReversed())).toEqual(keys(findings))
    expect(groupKeyOf(inTool('read'))).toBe('b23dd499091e3ade461abfba10b196e4')
  })

  it.each([
    ['one group', () => 'same'],
    ['as many groups', (index: number) => `tool ${index}`],
  ])('of 50,000 findings in %s take no more than linear time', (_, toolOf) => {
    const findings = Array.from({ length: 50_000 }, (_unused, index) => inTool(toolOf(index)))
    const started = performance.now()
    const groups = groupFindings(findings)
    // Takes a second on a slow machine. Quadratic time would take a minute.
    expect(performance.now() - started).toBeLessThan(10_000)
    expect(groups.reduce((sum, group) => sum + group.findings.length, 0)).toBe(50_000)
  })
})
