import type { CommandEntry } from './command.ts'

/**
 * All commands, sorted by name. Each module loads when its command runs: together they load most of the program, which
 * takes seconds, and the overview must appear at once.
 */
export const commands: readonly CommandEntry[] = [
  {
    name: 'accounts delete',
    group: 'Accounts and keys',
    summary: 'Deletes an account and all its data.',
    load: async () => (await import('./accounts-delete.ts')).accountsDelete,
  },
  {
    name: 'accounts set',
    group: 'Accounts and keys',
    summary: 'Changes the plan or the rate limits of an account.',
    load: async () => (await import('./accounts-set.ts')).accountsSet,
  },
  {
    name: 'advisories export',
    group: 'Scan',
    summary: 'Exports the stored advisories for offline use.',
    worksWithoutService: true,
    load: async () => (await import('./advisories-export.ts')).advisoriesExport,
  },
  {
    name: 'advisories status',
    group: 'Scan',
    summary: 'Shows the stored advisories and their age.',
    worksWithoutService: true,
    load: async () => (await import('./advisories-status.ts')).advisoriesStatus,
  },
  {
    name: 'advisories sync',
    group: 'Scan',
    summary: 'Updates the stored advisories.',
    worksWithoutService: true,
    load: async () => (await import('./advisories-sync.ts')).advisoriesSync,
  },
  {
    name: 'backup',
    group: 'Backups',
    summary: 'Writes an encrypted backup of the database.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'backup drill',
    group: 'Backups',
    summary: 'Restores the latest backup as a test.',
    load: async () => (await import('./backup-drill.ts')).backupDrill,
  },
  {
    name: 'backup key',
    group: 'Backups',
    summary: 'Creates a key pair for backups.',
    load: async () => (await import('./backup-key.ts')).backupKey,
  },
  {
    name: 'config check',
    group: 'Scan',
    summary: 'Checks the settings file of a project.',
    worksWithoutService: true,
    load: async () => (await import('./config-check.ts')).configCheck,
  },
  {
    name: 'github setup',
    group: 'Server operation',
    summary: 'Registers this service as a GitHub App.',
    load: async () => (await import('./github-setup.ts')).githubSetup,
  },
  {
    name: 'installed',
    group: 'Scan',
    summary: 'Scans the MCP servers of the clients you use.',
    worksWithoutService: true,
    load: async () => (await import('./installed.ts')).installed,
  },
  {
    name: 'keys create',
    group: 'Accounts and keys',
    summary: 'Creates an API key and, if needed, an account.',
    load: async () => (await import('./keys-create.ts')).keysCreate,
  },
  {
    name: 'login-link',
    group: 'Accounts and keys',
    summary: 'Prints a single-use sign-in link for an account.',
    load: async () => (await import('./login-link.ts')).loginLink,
  },
  {
    name: 'mcp',
    group: 'Scan',
    summary: 'Offers scans to AI clients as an MCP server.',
    worksWithoutService: true,
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'migrate',
    group: 'Server operation',
    summary: 'Updates the database schema for this version.',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'registry add',
    group: 'Registry',
    summary: 'Queues packages and repositories for scanning.',
    load: async () => (await import('./registry-add.ts')).registryAdd,
  },
  {
    name: 'registry rescore',
    group: 'Registry',
    summary: 'Recomputes outdated scores with the current formula.',
    load: async () => (await import('./registry-rescore.ts')).registryRescore,
  },
  {
    name: 'registry review-dispute',
    group: 'Registry',
    summary: 'Lists open disputes about findings, or closes one.',
    load: async () => (await import('./registry-review-dispute.ts')).registryReviewDispute,
  },
  {
    name: 'registry rotate-key',
    group: 'Registry',
    summary: 'Replaces the key that signs receipts.',
    load: async () => (await import('./registry-rotate-key.ts')).registryRotateKey,
  },
  {
    name: 'registry split',
    group: 'Registry',
    summary: 'Separates a package or repository from a server.',
    load: async () => (await import('./registry-split.ts')).registrySplit,
  },
  {
    name: 'registry status',
    group: 'Registry',
    summary: 'Shows scans, failures, and upstream registries.',
    load: async () => (await import('./registry-status.ts')).registryStatus,
  },
  {
    name: 'restore',
    group: 'Backups',
    summary: 'Restores a backup into an empty data folder.',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'retention',
    group: 'Server operation',
    summary: 'Shows how long Assay keeps records.',
    load: async () => (await import('./retention.ts')).retention,
  },
  {
    name: 'scan',
    group: 'Scan',
    summary: 'Scans packages, repositories, and folders.',
    worksWithoutService: true,
    load: async () => (await import('./scan.ts')).scan,
  },
  {
    name: 'serve',
    group: 'Server operation',
    summary: 'Runs the whole service: API, website, and scans.',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'verify-receipt',
    group: 'Scan',
    summary: 'Verifies a signed registry receipt offline.',
    worksWithoutService: true,
    load: async () => (await import('./verify-receipt.ts')).verifyReceipt,
  },
  {
    name: 'web',
    group: 'Server operation',
    summary: 'Serves the API and the website, but runs no scans.',
    load: async () => (await import('./web.ts')).web,
  },
  {
    name: 'worker',
    group: 'Server operation',
    summary: 'Runs only scans and other background jobs.',
    load: async () => (await import('./worker.ts')).worker,
  },
]
