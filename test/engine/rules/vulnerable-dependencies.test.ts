import { noFlows } from '../../../src/engine/analysis/flow.ts'
import { describe, expect, it } from 'vitest'
import { matchComponent } from '../../../src/engine/advisories/match-component.ts'
import { readPackageAdvisories } from '../../../src/engine/advisories/package-advisories.ts'
import { semverOrder } from '../../../src/engine/advisories/version-order/semver.ts'
import { vulnerableDependencies } from '../../../src/engine/rules/vulnerable-dependencies/detector.ts'
import type { AdvisoryMatch } from '../../../src/engine/model/advisory.ts'
import type { Component } from '../../../src/engine/model/component.ts'
import type { DetectedFinding } from '../../../src/engine/model/finding-record.ts'
import { Finding } from '../../../src/engine/model/finding.ts'
import { affects } from '../../service/scans/advisories/support/feed-folder.ts'
import { component } from '../../service/scans/advisories/support/npm-component.ts'
import { verdictOf } from '../../../src/engine/scanner/verdict.ts'
import { storedFinding } from '../../support/findings.ts'

/** Advisories for the examples of the rules. */
const advisories = readPackageAdvisories(
  [
    {
      packageName: 'minimist',
      advisoryId: 'GHSA-xvch-5gv4-984h',
      entry: affects('minimist', { introduced: '1.0.0' }, { fixed: '1.2.6' }),
    },
    {
      packageName: 'minimist',
      advisoryId: 'GHSA-xvch-5gv4-984h',
      entry: affects('minimist', { introduced: '0' }, { fixed: '0.2.4' }),
    },
    { packageName: 'flatmap-stream', advisoryId: 'MAL-2025-1', entry: affects('flatmap-stream') },
  ].map((row) => ({ ...row, document: { summary: 'A summary', aliases: ['CVE-1'] } })),
  semverOrder,
)

async function detect(matches: readonly AdvisoryMatch[]): Promise<DetectedFinding[]> {
  const snapshot = {
    source: { type: 'npm', canonicalUrl: 'https://npm.example/project', revision: '1.0.0', digest: 'sha512-' },
    files: new Map(),
    skipped: [],
    [Symbol.asyncDispose]: async () => {},
  } as const
  const evidence = {
    snapshot,
    components: matches.map((match) => match.component),
    flows: noFlows,
    advisoryMatches: matches,
    signal: new AbortController().signal,
  }
  const findings: DetectedFinding[] = []
  for await (const found of vulnerableDependencies.detect(evidence)) findings.push(found)
  return findings
}

const detectIn = (components: readonly Component[]) =>
  detect(components.flatMap((item) => matchComponent(item, advisories.get(item.name) ?? [], semverOrder)))

function componentsOf(example: string): Component[] {
  const { dependencies } = JSON.parse(example) as { dependencies: Record<string, string> }
  return Object.entries(dependencies).map(([name, version]) => component(name, version))
}

const ofAdvisories = vulnerableDependencies.rules.filter(({ id }) => id !== 'license-not-allowed')

describe.each(ofAdvisories)('the examples of $id', ({ id, examples }) => {
  it.each(examples.bad)('bad: %s', async (example) => {
    expect((await detectIn(componentsOf(example))).map(({ ruleId }) => ruleId)).toEqual([id])
  })

  it.each(examples.good)('good: %s', async (example) => {
    expect(await detectIn(componentsOf(example))).toEqual([])
  })
})

const match = (parts: Partial<AdvisoryMatch> = {}): AdvisoryMatch => ({
  component: component('minimist', '0.0.8'),
  advisory: {
    id: 'GHSA-xvch-5gv4-984h',
    aliases: ['CVE-2021-44906'],
    url: 'https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h',
    fixedVersion: '0.2.4',
  },
  summary: 'Prototype Pollution in minimist',
  severity: 'critical',
  cwe: ['CWE-1321'],
  malicious: false,
  ...parts,
})

async function finding(parts?: Partial<AdvisoryMatch>): Promise<DetectedFinding> {
  const [found, ...others] = await detect([match(parts)])
  if (!found || others.length > 0) throw new Error('not one finding')
  return found
}

const { fixedVersion: _known, ...withoutFix } = match().advisory
const transitive = component('minimist', '0.0.8', {
  direct: false,
  introducedBy: [
    { manifest: 'npm-shrinkwrap.json', path: ['project@1.0.0', '@scope/tool@2.0.0', 'mkdirp@0.5.1', 'minimist@0.0.8'] },
    { manifest: 'npm-shrinkwrap.json', path: ['project@1.0.0', 'x@1.0.0', 'mkdirp@0.5.1', 'minimist@0.0.8'] },
  ],
})

describe('a finding about an advisory that may not apply', () => {
  const [advisory] = readPackageAdvisories(
    [
      {
        packageName: 'open',
        advisoryId: 'GHSA-open',
        document: { summary: 'A flaw' },
        entry: {
          package: { ecosystem: 'npm', name: 'open' },
          ranges: [
            { type: 'SEMVER', events: [{ introduced: '1.0.0' }], database_specific: { upper_bound_unknown: true } },
          ],
        },
      },
    ],
    semverOrder,
  ).values()

  it('has low precision and says that the last affected version is not known', async () => {
    const [finding] = await detect(matchComponent(component('open', '2.0.0'), advisory ?? [], semverOrder))
    expect(finding).toMatchObject({ precision: 'low', advisory: { id: 'GHSA-open', unknownUpperBound: true } })
    expect(finding?.message).toContain(
      'The advisory does not state the last affected version, so open 2.0.0 might not be affected.',
    )
    expect(matchComponent(component('open', '0.9.0'), advisory ?? [], semverOrder)).toEqual([])
  })

  it('fails a verdict only if it is new against a baseline', async () => {
    const [detected] = await detect(matchComponent(component('open', '2.0.0'), advisory ?? [], semverOrder))
    const findings = [{ ...storedFinding(detected), severity: 'high' as const }]
    expect(verdictOf(findings, { failOn: 'high', partial: false })).toBe('pass')
    expect(verdictOf(findings, { failOn: 'high', partial: false, onlyNew: true })).toBe('fail')
    const certain = findings.map((finding) => ({ ...finding, precision: 'high' as const }))
    expect(verdictOf(certain, { failOn: 'high', partial: false })).toBe('fail')
  })

  it('has low precision for the standard library of a language version', async () => {
    const match = (version: string): AdvisoryMatch => ({
      component: { ...component('stdlib', version), ecosystem: 'Go' },
      advisory: { id: 'GO-1', aliases: [], url: 'https://osv.dev/vulnerability/GO-1' },
      summary: 'A flaw',
      severity: 'high',
      cwe: [],
      malicious: false,
    })
    const [language, release] = await detect([match('1.17'), match('1.17.3')])
    expect([language?.precision, release?.precision]).toEqual(['low', 'high'])
    expect(language?.message).toContain('a later release of Go may build the project')
  })
})

describe('a finding', () => {
  it('reports the advisory, the affected range, and the dependency path', async () => {
    const found = await finding()
    expect(found).toMatchObject({
      ruleId: 'vulnerable-dependency',
      title: 'minimist 0.0.8: Prototype Pollution in minimist',
      message:
        'minimist 0.0.8 has a known vulnerability, GHSA-xvch-5gv4-984h (CVE-2021-44906): Prototype Pollution in ' +
        'minimist. It is fixed in 0.2.4. Dependency path: project 1.0.0 → minimist 0.0.8 (package.json).',
      remediation: 'Upgrade minimist to 0.2.4 or later.',
      severity: 'critical',
      category: 'dependency',
      cwe: ['CWE-1321'],
      helpUrl: 'https://osv.dev/vulnerability/GHSA-xvch-5gv4-984h',
      component: { name: 'minimist' },
      advisory: { fixedVersion: '0.2.4' },
    })
    expect(
      Finding.safeParse({ ...found, id: 'f', state: 'new', firstSeenAt: '2026-01-01T00:00:00Z' }).error,
    ).toBeUndefined()
  })

  it('names who brings a package that the project does not name itself', async () => {
    const { message, remediation } = await finding({ component: transitive })
    expect(message).toMatch(
      new RegExp(
        String.raw`Dependency path: project 1\.0\.0 → @scope\/tool 2\.0\.0 → mkdirp 0\.5\.1 → minimist 0\.0\.8 \(` +
          String.raw`npm-shrinkwrap\.json\)\. 1 more path leads to it\.$`,
      ),
    )
    expect(remediation).toBe(
      'Upgrade @scope/tool to a release that uses minimist 0.2.4 or later, or override minimist.',
    )
  })

  it('says that there is no fix', async () => {
    const direct = await finding({ advisory: withoutFix })
    expect(direct.message).toContain('The advisory lists no fixed version.')
    expect(direct.remediation).toBe(
      'The advisory lists no fixed version of minimist. Replace minimist, or make sure that the project does not ' +
        'use the vulnerable code.',
    )
    expect((await finding({ advisory: withoutFix, component: transitive })).remediation).toContain(
      'Replace @scope/tool, which depends on minimist (@scope/tool 2.0.0 → mkdirp 0.5.1 → minimist 0.0.8)',
    )
  })

  it('speaks of the scanned project itself as that', async () => {
    const project = component('project', '1.0.0', {
      introducedBy: [{ manifest: 'package.json', path: ['project@1.0.0'] }],
    })
    const { message, remediation } = await finding({ component: project })
    expect(message).toMatch(/This package is the scanned project itself\.$/)
    expect(remediation).toBe('Use project 0.2.4 or later.')
    expect((await finding({ component: project, advisory: withoutFix })).remediation).toBe(
      'The advisory lists no fixed version of project. Stop using project, or make sure that the project does not ' +
        'use the vulnerable code.',
    )
  })

  it('names whom to remove for malware that another package brings', async () => {
    expect((await finding({ malicious: true, component: transitive })).remediation).toMatch(
      new RegExp(
        String.raw`^Remove @scope\/tool, which depends on minimist \(@scope\/tool 2\.0\.0 → mkdirp 0\.5\.1 → ` +
          String.raw`minimist 0\.0\.8\)\. Treat`,
      ),
    )
  })

  it('does not guess where a component came from', async () => {
    expect((await finding({ component: component('minimist', '0.0.8', { introducedBy: [] }) })).message).toMatch(
      /It is fixed in 0\.2\.4\.$/,
    )
  })

  it('calls malware by its name', async () => {
    expect(
      await finding({ malicious: true, severity: 'low', cwe: [], summary: 'Malicious code in minimist (npm)' }),
    ).toMatchObject({
      ruleId: 'malicious-dependency',
      title: 'minimist 0.0.8 is malware: Malicious code in minimist (npm)',
      message:
        'minimist 0.0.8 is known malware, GHSA-xvch-5gv4-984h (CVE-2021-44906): Malicious code in minimist ' +
        '(npm). Dependency path: project 1.0.0 → minimist 0.0.8 (package.json).',
      remediation:
        'Remove minimist. Treat each machine that installed minimist as compromised. Use a different machine to ' +
        'replace every secret that was on the compromised machine.',
      severity: 'critical',
      precision: 'very-high',
      cwe: ['CWE-506'],
    })
  })

  it('reports that a vulnerability is exploited', async () => {
    const exploited = (ransomware: boolean) =>
      finding({ advisory: { ...match().advisory, kev: { addedAt: '2024-05-01', ransomware } } })
    expect((await exploited(false)).message).toContain(
      'Prototype Pollution in minimist. The vulnerability is actively exploited: CISA added it to the Known ' +
        'Exploited Vulnerabilities catalog on 2024-05-01. ' +
        'It is fixed in 0.2.4.',
    )
    expect((await exploited(true)).message).toContain(
      'The vulnerability is actively exploited, including by ransomware: CISA added it to the Known Exploited ' +
        'Vulnerabilities catalog on 2024-05-01.',
    )
    expect((await finding()).message).not.toContain('exploited')
  })

  it('is the same finding in another version, and another one for another advisory, package or rule', async () => {
    const { fingerprint } = await finding()
    expect((await finding({ component: component('minimist', '1.2.5') })).fingerprint).toBe(fingerprint)
    const others = await Promise.all([
      finding({ component: component('minimist2', '0.0.8') }),
      finding({ advisory: { ...match().advisory, id: 'GHSA-other' } }),
      finding({ malicious: true }),
    ])
    expect(new Set([fingerprint, ...others.map((other) => other.fingerprint)]).size).toBe(4)
  })
})

it('reads the files from which components come', () => {
  expect(
    [
      'package.json',
      'packages/a/package.json',
      'npm-shrinkwrap.json',
      'web/yarn.lock',
      'go.mod',
      'README.md',
      'package.json.bak',
    ].filter((path) => vulnerableDependencies.reads(path)),
  ).toEqual(['package.json', 'packages/a/package.json', 'npm-shrinkwrap.json', 'web/yarn.lock', 'go.mod'])
})
