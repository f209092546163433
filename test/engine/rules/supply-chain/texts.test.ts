import type { FindingArguments } from '../../../../src/engine/model/finding-record.ts'
import { supplyChainRules } from '../../../../src/engine/rules/supply-chain/catalogue.ts'
import { ObfuscationTechnique } from '../../../../src/engine/rules/supply-chain/code/hidden-payload.ts'
import { supplyChain } from '../../../../src/engine/rules/supply-chain/detector.ts'
import { Likeness } from '../../../../src/engine/rules/supply-chain/names/likeness.ts'
import { describeRuleTexts } from '../rule-texts.ts'

const revision = { repository: 'https://git.example/shop', commit: '0123abcd'.repeat(5) }
const starts = ['script', 'file', 'build'] as const
const started = (action: FindingArguments) => starts.map((start) => ({ start, script: 'postinstall', action }))

/** Arguments for every text variant of each rule. */
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

describeRuleTexts(supplyChain, supplyChainRules, samples)
