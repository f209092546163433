import { fileURLToPath } from 'node:url'
import type { Peer } from './peer.ts'

const sources = 'src'
const corpus = 'test/corpus/cases'
const json = (printed: string): unknown => JSON.parse(printed)
const lengthOf = (list: unknown): number => {
  if (!Array.isArray(list)) throw new Error('not a list')
  return list.length
}

/** Every peer, sorted by name. */
export const peers: readonly Peer[] = [
  {
    name: 'Bandit',
    program: 'bandit',
    words: (tree) => ['--recursive', '--quiet', '--format', 'json', tree],
    count: (printed) => lengthOf((json(printed) as { readonly results?: unknown }).results),
    ours: ['dangerous-flows', 'exposed-servers'],
    trees: [corpus],
  },
  {
    name: 'eslint-plugin-security',
    program: 'eslint',
    words: (tree) => ['--no-config-lookup', '--config', fileURLToPath(new URL('eslint-security.config.js', import.meta.url)), '--no-error-on-unmatched-pattern', '--format', 'json', tree],
    count: (printed) => (json(printed) as readonly { readonly messages: readonly unknown[] }[]).reduce((sum, { messages }) => sum + messages.length, 0),
    ours: ['dangerous-flows', 'exposed-servers'],
    trees: [corpus, sources],
  },
  {
    name: 'gitleaks',
    program: 'gitleaks',
    words: (tree) => ['dir', '--no-banner', '--log-level', 'error', '--report-format', 'json', '--report-path', '-', tree],
    count: (printed) => lengthOf(json(printed)),
    ours: ['leaked-secrets'],
    trees: [corpus, sources],
  },
  {
    name: 'osv-scanner',
    program: 'osv-scanner',
    words: (tree) => ['scan', 'source', '--offline-vulnerabilities', '--format', 'json', '--recursive', tree],
    count: (printed) => lengthOf((json(printed) as { readonly results?: unknown }).results),
    ours: ['vulnerable-dependencies'],
    trees: [corpus],
  },
  {
    name: 'semgrep',
    program: 'semgrep',
    words: (tree) => ['scan', '--quiet', '--json', '--metrics=off', '--disable-version-check', '--config', process.env['SEMGREP_RULES'] ?? 'no-rules-are-here.yaml', tree],
    count: (printed) => lengthOf((json(printed) as { readonly results?: unknown }).results),
    ours: ['dangerous-flows', 'exposed-servers'],
    trees: [corpus, sources],
  },
]
