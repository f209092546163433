import type { FindingArguments } from '../../../../src/engine/model/finding-record.ts'
import { configurationRules } from '../../../../src/engine/rules/configuration/catalogue.ts'
import { configuration } from '../../../../src/engine/rules/configuration/detector.ts'
import { describeRuleTexts } from '../rule-texts.ts'

/** Arguments for every text variant of each rule. */
const samples: Readonly<Record<string, readonly FindingArguments[]>> = {
  'broad-workflow-permissions': [
    { kind: 'write-all' },
    { kind: 'write-all', job: 'release' },
    { kind: 'many-scopes', scopes: ['actions', 'contents', 'issues', 'packages', 'pages'], count: 5 },
    { kind: 'many-scopes', job: 'release', scopes: ['actions', 'contents'], count: 5 },
    { kind: 'no-permissions' },
    { kind: 'no-permissions', trigger: 'pull_request_target' },
  ],
  'client-config-plain-http': [{ server: 'shop' }],
  'client-config-remote-script': [{ server: 'shop' }, { server: 'shop', address: 'https://get.example/mcp.sh' }],
  'client-config-secret': [
    { server: 'shop', place: 'setting', setting: 'SHOP_TOKEN' },
    { server: 'shop', place: 'argument' },
    { server: 'shop', place: 'url' },
  ],
  'client-config-unpinned': [
    ...['none', 'range', 'repository', 'no-tag'].map((kind) => ({ kind })),
    ...['inexact', 'tag'].map((kind) => ({ kind, text: 'latest' })),
  ].map((version) => ({ server: 'shop', package: '@acme/shop-server', version })),
  'container-host-access': [
    ...['privileged', 'host-processes', 'container-socket'].map((kind) => ({ kind })),
    { kind: 'capability', capability: 'SYS_ADMIN' },
    { kind: 'folder', folder: '/etc' },
  ].map((access) => ({ service: 'agent', access })),
  'docker-build-secret': [
    { kind: 'variable', name: 'DATABASE_PASSWORD', instruction: 'ENV' },
    { kind: 'build-argument', name: 'NPM_TOKEN' },
    { kind: 'file', file: '.env', instruction: 'COPY' },
    { kind: 'service', name: 'API_TOKEN', service: 'agent' },
  ],
  'docker-remote-script': [
    { isUnprotected: false },
    { isUnprotected: false, address: 'https://get.example/install.sh' },
    { isUnprotected: true, address: 'http://get.example/install.sh' },
  ],
  'docker-root-user': [{ kind: 'no-user' }, { kind: 'user', user: 'root' }, { kind: 'service', service: 'agent' }],
  'docker-unpinned-base': [{ image: 'node' }, { image: 'node', tag: 'latest' }],
  'exposed-port': [
    { service: 'shop', port: '8080' },
    { service: 'shop', port: '5432', program: 'PostgreSQL' },
  ],
  'registry-config-token': [{ setting: '//registry.example/:_authToken' }],
  'registry-config-unprotected': [{ setting: 'registry' }, { setting: 'strict-ssl', value: 'false' }],
  'self-hosted-runner': [{ job: 'test', trigger: 'pull_request' }],
  'unpinned-action': ['branch', 'tag'].flatMap((refKind) => [
    { name: 'acme/setup-tool', ref: 'v2', refKind, isFirstParty: false },
    { name: 'actions/checkout', ref: 'v4', refKind, isFirstParty: true },
  ]),
  'workflow-script-injection': ['inserted', 'evaluated'].flatMap((use) => [
    { job: 'greet', input: 'github.event.issue.title', use, author: 'anyone', privilegedTriggers: ['issues'] },
    { job: 'greet', input: 'github.event.issue.title', use, author: 'anyone', privilegedTriggers: [] },
    { job: 'greet', input: 'github.head_ref', use, author: 'contributor', privilegedTriggers: [] },
  ]),
  'workflow-secrets-to-forks': [
    { kind: 'untrusted-code', job: 'test', secret: 'DEPLOY_KEY' },
    { kind: 'all-secrets', job: 'test' },
    ...[true, false].map((isExternal) => ({
      kind: 'inherited',
      job: 'build',
      workflow: 'acme/workflows/.github/workflows/build.yml@v1',
      isExternal,
      triggers: isExternal ? [] : ['pull_request_target', 'issue_comment'],
    })),
  ],
  'workflow-untrusted-checkout': [true, false].flatMap((isRun) => [
    { job: 'preview', triggers: ['pull_request_target'], isRun, isGated: false },
    { job: 'preview', triggers: ['pull_request_target', 'issue_comment'], isRun, isGated: true },
  ]),
}

describeRuleTexts(configuration, configurationRules, samples)
