import { describe, expect, it } from 'vitest'
import type { FindingArguments } from '../../../../src/engine/model/finding-record.ts'
import { filesOfExample } from '../../../../src/engine/rules/example-files.ts'
import { renderFinding } from '../../../../src/engine/rules/render-finding.ts'
import { supplyChainRules } from '../../../../src/engine/rules/supply-chain/catalogue.ts'
import { ObfuscationTechnique } from '../../../../src/engine/rules/supply-chain/code/hidden-payload.ts'
import { supplyChain } from '../../../../src/engine/rules/supply-chain/detector.ts'
import { Likeness } from '../../../../src/engine/rules/supply-chain/names/likeness.ts'
import { findBy } from '../find-by.ts'
import { storedFinding, textProblems } from '../plain-text.ts'

const revision = { repository: 'https://git.example/shop', commit: '0123abcd'.repeat(5) }
const starts = ['script', 'file', 'build'] as const
const started = (action: FindingArguments) => starts.map((start) => ({ start, script: 'postinstall', action }))

/** Arguments for every variant of the texts of each rule. */
const samples: Readonly<Record<string, readonly FindingArguments[]>> = {
  'binary-file': ['elf', 'mach-o', 'pe', 'wasm', 'python-bytecode'].flatMap((format) => [
    { format, isDisguised: false },
    { format, isDisguised: true },
  ]),
  'dependency-confusion': [
    { kind: 'pip-index' },
    { kind: 'uv-strategy' },
    { kind: 'poetry-source' },
    { kind: 'unscoped-name', name: 'acme-billing', scope: 'acme', settingsPath: '.npmrc' },
    { kind: 'high-version', name: 'acme-billing', version: '99.99.99' },
  ],
  'deprecated-package': [
    { notice: 'Use example-shop-next.', isQuarantined: false },
    { notice: 'The project is quarantined', isQuarantined: true },
  ],
  'differs-from-repository': [
    { kind: 'other-package', ...revision },
    { kind: 'other-package', ...revision, tag: 'v1.2.3' },
    ...['install-script', 'entry-point', 'python-start', 'setup-py', 'command'].flatMap((by) => [
      { kind: 'file', ...revision, digest: 'a'.repeat(64), starter: { by, script: 'postinstall' } },
      {
        kind: 'file',
        ...revision,
        tag: 'v1.2.3',
        digest: 'a'.repeat(64),
        starter: { by },
        original: { path: 'src/index.js', digest: 'b'.repeat(64) },
      },
    ]),
    { kind: 'files', ...revision, count: 1, same: 1, files: [{ path: 'a.js', digest: 'a'.repeat(16) }] },
    {
      kind: 'files',
      ...revision,
      tag: 'v1.2.3',
      count: 4,
      same: 12,
      files: [{ path: 'a.js', digest: 'a'.repeat(16), originalDigest: 'b'.repeat(16) }],
    },
  ],
  'first-release': [{ publishedOn: '2026-11-20' }],
  'install-script-changes-system': ['writes-startup-file', 'writes-client-settings'].flatMap((kind) =>
    started({ kind, path: '.bashrc' }),
  ),
  'install-script-download': started({ kind: 'starts-download' }),
  'install-script-remote-code': [
    { kind: 'opens-remote-shell' },
    { kind: 'opens-terminal' },
    { kind: 'runs-encoded-command' },
    { kind: 'evaluates-response' },
    { kind: 'runs-remote-script' },
    { kind: 'runs-remote-script', address: 'https://setup.example/run.sh' },
  ].flatMap(started),
  'install-script-takes-secrets': [{ kind: 'sends-secrets' }, { kind: 'sends-identity' }].flatMap(started),
  'invalid-signature': [
    { proof: 'signature', detail: 'The key is unknown.' },
    { proof: 'attestation', detail: 'The digest is another one.' },
  ],
  'invisible-code': [
    { kind: 'invisible', characters: 9 },
    { kind: 'invisible', characters: 9, decoded: 'import os' },
    { kind: 'bidirectional' },
  ],
  'look-alike-name': Likeness.options.flatMap((likeness) => [
    { name: 'expresss', popular: 'express', likeness, use: 'dependency' },
    { name: 'expresss', popular: 'express', likeness, use: 'package' },
  ]),
  'manifest-mismatch': [{ differences: ['The name is "a" in the registry and "b" in the archive.'] }],
  'minified-only-source': [{ files: 1 }, { files: 12 }],
  'obfuscated-code': ObfuscationTechnique.options.map((technique) => ({ technique })),
  'remote-dependency': [
    'unencrypted-repository',
    'unencrypted-archive',
    'archive-with-digest',
    'archive',
    'commit',
    'branch-or-tag',
  ].map((address) => ({ name: 'example-parser', address })),
  'startup-hook': ['pth-line', 'customize-module'].flatMap((hook) => [
    { hook, isSuspicious: false },
    { hook, isSuspicious: true },
  ]),
  'unpinned-dependency': [
    { dependencies: [{ name: 'example-parser', version: '' }], count: 1 },
    { dependencies: [{ name: 'example-parser', version: '*' }], count: 12 },
  ],
  'yanked-release': [{}, { notice: 'leaks tokens into logs' }],
}

describe.each(supplyChainRules)('the texts of $id', (rule) => {
  it('explain the rule in short sentences', () => {
    const { title, what, why, remediation } = rule
    expect([title, what, why, remediation].flatMap((text) => textProblems(text, 25))).toEqual([])
    expect(title).toMatch(/^[^:]{5,60}: \S/)
  })

  it('describe every kind of finding in short sentences', () => {
    const args = samples[rule.id] ?? []
    expect(args.length).toBeGreaterThan(0)
    for (const each of args) {
      const finding = storedFinding(rule, each)
      const { title, message, remediation } = finding
      expect([title, message, remediation].flatMap((text) => textProblems(text, 30))).toEqual([])
      expect(title.length, title).toBeLessThanOrEqual(120)
      expect(renderFinding(finding)).toMatchObject({ title, message, remediation })
      // With words of an earlier version, so that these come from the arguments.
      expect(renderFinding({ ...finding, title: '', message: '', remediation: '' })).toEqual(renderFinding(finding))
    }
  })

  it('are the same when the findings of the examples are read from storage', async () => {
    for (const text of rule.examples.bad) {
      const findings = await findBy(supplyChain, filesOfExample(text))
      for (const { title, message, remediation, ...finding } of findings) {
        const stored = { ...finding, id: 'finding_1', state: 'new' as const, firstSeenAt: '2026-11-26T00:00:00.000Z' }
        const record = JSON.parse(JSON.stringify({ ...stored, title: '', message: '', remediation: '' }))
        expect(renderFinding(record)).toMatchObject({ title, message, remediation })
        expect([title, message].flatMap((words) => textProblems(words, 30))).toEqual([])
      }
    }
  })
})
