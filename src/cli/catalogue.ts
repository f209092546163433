import type { CommandEntry } from './command.ts'

/**
 * Every command, sorted by name. A module loads when its command is called: together they load most of the program,
 * which takes seconds, and the overview has to appear at once.
 */
export const commands: readonly CommandEntry[] = [
  {
    name: 'accounts delete',
    summary: 'Deletes an account with all its data, and prints the proof. This cannot be undone.',
    load: async () => (await import('./accounts-delete.ts')).accountsDelete,
  },
  {
    name: 'accounts set',
    summary: 'Changes the plan of an account, effective with its next request.',
    load: async () => (await import('./accounts-set.ts')).accountsSet,
  },
  {
    name: 'advisories sync',
    summary: 'Updates the stored advisories from the feeds in OSV_URL.',
    load: async () => (await import('./advisories-sync.ts')).advisoriesSync,
  },
  {
    name: 'backup',
    summary: 'Backs up the embedded database and the master key, encrypted, to ASSAY_BACKUP_DIR.',
    load: async () => (await import('./backup.ts')).backup,
  },
  {
    name: 'backup drill',
    summary: 'Restores the newest backup into a temporary folder, checks it, and removes it again.',
    load: async () => (await import('./backup-drill.ts')).backupDrill,
  },
  {
    name: 'backup key',
    summary: 'Creates the key pair for backups. Keep the identity away from this machine.',
    load: async () => (await import('./backup-key.ts')).backupKey,
  },
  {
    name: 'github setup',
    summary: 'Prints a link, valid for an hour, to the page that registers this service as a GitHub App.',
    load: async () => (await import('./github-setup.ts')).githubSetup,
  },
  {
    name: 'keys create',
    summary: 'Creates an API key, and the account if it does not exist. The key is shown once.',
    load: async () => (await import('./keys-create.ts')).keysCreate,
  },
  {
    name: 'login-link',
    summary: 'Prints a link that signs a browser in to an account, once, within ten minutes.',
    load: async () => (await import('./login-link.ts')).loginLink,
  },
  {
    name: 'migrate',
    summary: 'Updates the database schema to this version.',
    load: async () => (await import('./migrate.ts')).migrate,
  },
  {
    name: 'registry add',
    summary: 'Queues packages and repositories for scans that fill the registry.',
    load: async () => (await import('./registry-add.ts')).registryAdd,
  },
  {
    name: 'registry rescore',
    summary: 'Recomputes the scores in the registry with the formula of this version.',
    load: async () => (await import('./registry-rescore.ts')).registryRescore,
  },
  {
    name: 'registry review-dispute',
    summary: 'Lists open disputes of findings, or closes one with a public reason.',
    load: async () => (await import('./registry-review-dispute.ts')).registryReviewDispute,
  },
  {
    name: 'registry rotate-key',
    summary: 'Replaces the key that signs receipts. Earlier receipts still verify.',
    load: async () => (await import('./registry-rotate-key.ts')).registryRotateKey,
  },
  {
    name: 'registry split',
    summary: 'Separates a package or repository from the server that it was joined with.',
    load: async () => (await import('./registry-split.ts')).registrySplit,
  },
  {
    name: 'registry status',
    summary: 'Shows the progress of the followed registries, pending scans, and failures.',
    load: async () => (await import('./registry-status.ts')).registryStatus,
  },
  {
    name: 'restore',
    summary: 'Restores a backup of the embedded database into an empty data folder (ASSAY_DATA_DIR).',
    load: async () => (await import('./restore.ts')).restore,
  },
  {
    name: 'retention',
    summary: 'Shows how long scans, deliveries, and the audit log are kept.',
    load: async () => (await import('./retention.ts')).retention,
  },
  {
    name: 'scan',
    summary: 'Scans packages, repositories, and folders without a server.',
    worksWithoutService: true,
    load: async () => (await import('./scan.ts')).scan,
  },
  {
    name: 'serve',
    summary: 'Runs the whole service: the API, the website, and the scans.',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'verify-receipt',
    summary: 'Verifies a receipt of the registry, offline.',
    worksWithoutService: true,
    load: async () => (await import('./verify-receipt.ts')).verifyReceipt,
  },
  {
    name: 'web',
    summary: 'Runs the API and the website; a separate worker process runs the scans.',
    load: async () => (await import('./web.ts')).web,
  },
  {
    name: 'worker',
    summary: 'Runs scans and other jobs; serves no requests.',
    load: async () => (await import('./worker.ts')).worker,
  },
]
