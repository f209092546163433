import { existsSync } from 'node:fs'
import { basename } from 'node:path'

/** A Markdown document with a page at `/docs/NAME`. Its title is its first heading. */
export interface DocumentEntry {
  /** File path, relative to the repository root. */
  readonly file: string
  /** Page name. Default: the file name without `.md`. */
  readonly name?: string
  /** One-line summary. */
  readonly about: string
}

/** A page that is generated from code. */
export interface GeneratedEntry {
  readonly path: string
  readonly title: string
  /** One-line summary. */
  readonly about: string
}

/** Documentation section, in sidebar order. */
export interface DocsSection {
  readonly title: string
  readonly entries: readonly (DocumentEntry | GeneratedEntry)[]
}

/**
 * All documentation pages. Add a line here for a new document. Documents whose file does not exist are skipped, because
 * a package or an image may contain only some of them.
 */
const sections: readonly DocsSection[] = [
  {
    title: 'Get started',
    entries: [{ file: 'docs/get-started.md', about: 'Scan a project and read its report.' }],
  },
  {
    title: 'Guides',
    entries: [
      {
        file: 'docs/guides/repository-owners.md',
        about: 'Check every push and pull request with the GitHub App.',
      },
      { file: 'docs/guides/workflow-authors.md', about: 'Run Assay in a GitHub Actions workflow.' },
      { file: 'docs/guides/api-users.md', about: 'Start scans and read results over the API.' },
      { file: 'docs/guides/operators.md', about: 'Install and run your own service.' },
      { file: 'docs/guides/server-maintainers.md', about: 'Claim your MCP server and improve its grade.' },
    ],
  },
  {
    title: 'How-tos',
    entries: [
      { file: 'docs/how-to/check-before-install.md', about: 'Check a package or an MCP server before you run it.' },
      { file: 'docs/how-to/fix-dependencies.md', about: 'Plan upgrades that fix vulnerable dependencies.' },
      { file: 'docs/how-to/accept-a-finding.md', about: 'Suppress a finding, in every place that allows it.' },
      { file: 'docs/how-to/compare-versions.md', about: 'See what changed between two versions.' },
      { file: 'docs/how-to/verify-a-receipt.md', about: 'Check a signed statement about a scan.' },
      { file: 'docs/how-to/ci.md', about: 'Run Assay in CI systems other than GitHub Actions.' },
      { file: 'docs/how-to/library.md', about: 'Call the engine from your own program.' },
      { file: 'docs/how-to/offline.md', about: 'Scan without internet access.' },
      { file: 'docs/how-to/github-app-setup.md', about: 'Create the GitHub App of your service.' },
      { file: 'docs/how-to/operations.md', about: 'Monitor, scale, and secure a service.' },
      { file: 'docs/how-to/backup.md', about: 'Back up a service and restore it.' },
    ],
  },
  {
    title: 'Reference',
    entries: [
      { path: '/docs/api', title: 'API reference', about: 'Every endpoint, event, and schema.' },
      { path: '/docs/errors', title: 'API errors', about: 'Every error code and how to resolve it.' },
      { path: '/rules', title: 'Rules', about: 'What Assay looks for, with examples.' },
      { file: 'docs/reference/targets.md', about: 'Packages, repositories, and files that Assay can scan.' },
      { file: 'docs/reference/command-line.md', about: 'Commands, options, exit codes, and output formats.' },
      { file: 'docs/reference/project-settings.md', about: 'Settings in assay.yml and in code comments.' },
      { file: 'action/README.md', name: 'github-action', about: 'Inputs and outputs of the GitHub Action.' },
      { file: 'docs/reference/github-app.md', about: 'Check runs, events, and permissions of the GitHub App.' },
      { file: 'docs/reference/webhooks.md', about: 'Events, signatures, deliveries, and retries.' },
      { file: 'docs/reference/mcp.md', about: 'Tools for AI clients.' },
      { file: 'docs/reference/settings.md', about: 'Environment variables of the service.' },
      { file: 'docs/reference/versioning.md', about: 'Compatibility and deprecation of the API.' },
      { file: 'CHANGELOG.md', about: 'Changes in each version.' },
    ],
  },
  {
    title: 'Explanation',
    entries: [
      { file: 'docs/explanation/analysis.md', about: 'How a scan and a taint analysis work.' },
      { file: 'docs/explanation/reachability.md', about: 'Which vulnerable dependencies a project really uses.' },
      { file: 'docs/explanation/scoring.md', about: 'How findings become a score, a grade, and a verdict.' },
      { file: 'docs/explanation/detection.md', about: 'Measured detection rates and known gaps.' },
      { file: 'docs/explanation/detection-method.md', about: 'How detection is measured and findings are reviewed.' },
      { file: 'docs/explanation/advisories.md', about: 'How later advisories change scores without a new scan.' },
      { file: 'docs/explanation/registry.md', about: 'Receipts, badges, statistics, and large registries.' },
      { file: 'docs/explanation/performance.md', about: 'Measured scan times, latencies, and limits.' },
      { file: 'docs/explanation/scale.md', about: 'How many scans and servers one service can handle.' },
      { file: 'docs/explanation/threat-model.md', about: 'How parsers are isolated from hostile input.' },
      { file: 'SECURITY.md', about: 'How to report a vulnerability, and how the service protects its data.' },
    ],
  },
  {
    title: 'Glossary',
    entries: [{ file: 'docs/glossary.md', about: 'Terms that the documentation uses.' }],
  },
  {
    title: 'Website',
    entries: [{ path: '/docs/design', title: 'Design', about: 'The parts of this website.' }],
  },
]

/** Documentation sections. Omits documents that are not installed, and empty sections. */
export const docsSections: readonly DocsSection[] = sections
  .map(({ title, entries }) => ({ title, entries: entries.filter(isInstalled) }))
  .filter(({ entries }) => entries.length > 0)

/** Installed documents, in sidebar order. */
export const documents: readonly DocumentEntry[] = docsSections.flatMap(({ entries }) =>
  entries.filter((entry) => 'file' in entry),
)

/** Returns the path of an entry's page. */
export function pathOf(entry: DocumentEntry | GeneratedEntry): string {
  return 'path' in entry ? entry.path : `/docs/${entry.name ?? basename(entry.file, '.md').toLowerCase()}`
}

/** Returns the URL of a document's file. */
export function fileOf({ file }: DocumentEntry): URL {
  return new URL(`../../../../${file}`, import.meta.url)
}

function isInstalled(entry: DocumentEntry | GeneratedEntry): boolean {
  return 'path' in entry || existsSync(fileOf(entry))
}
