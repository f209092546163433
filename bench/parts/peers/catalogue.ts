import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { osvScannerSettings } from './osv-database.ts'
import type { Peer } from './peer.ts'

const flows = ['dangerous-flows', 'exposed-servers'] as const

const BanditReport = z.object({ results: z.array(z.object({ filename: z.string(), line_number: z.number() })) })
const EslintReport = z.array(
  z.object({ filePath: z.string(), messages: z.array(z.object({ line: z.number().optional() })) }),
)
const GitleaksReport = z.array(z.object({ File: z.string(), StartLine: z.number() }))
// A group is one vulnerability with all of its IDs, like a finding of Assay.
const OsvReport = z.object({
  results: z.array(
    z.object({ source: z.object({ path: z.string() }), packages: z.array(z.object({ groups: z.array(z.unknown()) })) }),
  ),
})
const SemgrepReport = z.object({
  results: z.array(z.object({ path: z.string(), start: z.object({ line: z.number() }) })),
})

/** All peers, sorted by name. */
export const peers: readonly Peer[] = [
  {
    name: 'Bandit',
    program: 'bandit',
    words: (tree) => ['--recursive', '--quiet', '--format', 'json', tree],
    reported: (printed) =>
      BanditReport.parse(JSON.parse(printed)).results.map(({ filename, line_number: line }) => ({
        path: filename,
        line,
      })),
    ours: flows,
    trees: ['pairs'],
    files: /\.py$/,
  },
  {
    name: 'eslint-plugin-security',
    program: 'eslint',
    words: (tree) => [
      '--no-config-lookup',
      '--config',
      fileURLToPath(new URL('eslint-security.config.js', import.meta.url)),
      '--no-error-on-unmatched-pattern',
      '--format',
      'json',
      tree,
    ],
    reported: (printed) =>
      EslintReport.parse(JSON.parse(printed)).flatMap(({ filePath, messages }) =>
        messages.map(({ line }) => ({ path: filePath, line })),
      ),
    ours: flows,
    trees: ['own-sources', 'pairs'],
    files: /\.[cm]?[jt]sx?$/,
  },
  {
    name: 'gitleaks',
    program: 'gitleaks',
    words: (tree) => [
      'dir',
      '--no-banner',
      '--log-level',
      'error',
      '--report-format',
      'json',
      '--report-path',
      '-',
      tree,
    ],
    reported: (printed) =>
      GitleaksReport.parse(JSON.parse(printed)).map(({ File, StartLine }) => ({ path: File, line: StartLine })),
    ours: ['leaked-secrets'],
    trees: ['labelled-secrets', 'own-sources'],
  },
  {
    name: 'osv-scanner',
    program: 'osv-scanner',
    words: (tree) => ['scan', 'source', '--offline', '--format', 'json', '--recursive', tree],
    settings: osvScannerSettings,
    reported: (printed) =>
      OsvReport.parse(JSON.parse(printed)).results.flatMap(({ source, packages }) =>
        packages.flatMap(({ groups }) => groups.map(() => ({ path: source.path }))),
      ),
    ours: ['vulnerable-dependencies'],
    trees: ['old-dependencies'],
  },
  {
    name: 'semgrep',
    program: 'semgrep',
    // Without rules it reports nothing, which would look like no findings.
    words: (tree) =>
      process.env['SEMGREP_RULES'] === undefined
        ? undefined
        : [
            'scan',
            '--quiet',
            '--json',
            '--metrics=off',
            '--disable-version-check',
            '--no-git-ignore',
            '--config',
            process.env['SEMGREP_RULES'],
            tree,
          ],
    reported: (printed) =>
      SemgrepReport.parse(JSON.parse(printed)).results.map(({ path, start: { line } }) => ({ path, line })),
    ours: flows,
    trees: ['pairs'],
    files: /\.(?:py|[cm]?[jt]sx?)$/,
  },
]
