import type { Logger } from 'pino'
import type { AccountContext } from '../service/accounts/account-context.ts'
import type { AdvisorySync } from '../service/scans/advisories/sync/sync-context.ts'
import type { BackupContext } from '../service/operations/backup/backup-context.ts'
import type { Roles } from '../service/startup/roles.ts'
import type { Network } from '../engine/net/network.ts'
import type { AdvisoryStore } from '../engine/advisories/advisory-store.ts'
import type { StoredAdvisory } from '../engine/advisories/file-store/find-advisory.ts'
import type { FolderReports } from '../engine/scanner/file-reports/folder-reports.ts'
import type { ReportCache } from '../engine/scanner/file-reports/file-reports.ts'
import type { ResultCache } from '../engine/scanner/result-cache.ts'
import type { Config, LocalAdvisorySettings } from '../settings/settings.ts'
import type { ScanContext } from '../engine/scanner/scan-context.ts'
import type { Progress, TerminalStream } from './progress-line.ts'

/** Exit codes shared by all commands. Scripts depend on them. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, incomplete: 3, ourFault: 4 } as const

/** Output streams of a command: results go to `out`, progress and problems to `err`. */
export interface Terminal {
  readonly out: TerminalStream
  readonly err: TerminalStream
}

/** Scan engine with its stored data. Disposal ends the child processes and stores new file results. */
export interface Scanner extends AsyncDisposable {
  readonly scanContext: ScanContext
  /** Reports from earlier package scans. */
  readonly reports: ReportCache
  /** Reports of folders that have not changed. Undefined if nothing is cached. */
  readonly folderReports: FolderReports | undefined
  /** Opens the stored advisories in their current state, without an update. */
  openStoredAdvisories(): AdvisoryStore & Disposable
  /** Returns a stored advisory by its own ID, not by an alias. */
  findAdvisory(id: string): StoredAdvisory | undefined
}

export interface ScannerOptions {
  readonly progress: Progress
  /** True to use only stored advisories and contact no network address. */
  readonly isOffline: boolean
  /** True to ignore the results of earlier scans and store no new ones. Default: false. */
  readonly ignoresCache?: boolean
  /** Absolute paths of the local targets. The cache folder must not be inside one of them. */
  readonly scannedFolders: readonly string[]
  /** True if every target is a local folder or file. Default: false. */
  readonly areTargetsLocal?: boolean
  /** Signal that stops advisory updates. Default: the runtime's signal. */
  readonly signal?: AbortSignal
}

/** Open service installation. Disposal closes its database. */
export interface Installation extends AccountContext, AsyncDisposable {
  readonly advisorySync: AdvisorySync
  /** Cached per-file results for later scans by the service. */
  readonly fileResults: ResultCache
  /** Configured service URL, without trailing slash. */
  readonly publicUrl: string
  readonly isGitHubApp: boolean
  /** Sends requests to the configured addresses only. */
  readonly network: Network
  readonly log: Logger
  /** URL of the configured MCP server registry, without trailing slash. Undefined if none is configured. */
  readonly mcpRegistry: string | undefined
  /** False if DATABASE_URL names the operator's own PostgreSQL server. */
  readonly isDatabaseEmbedded: boolean
  /** Backup source and destination. Undefined if the settings name no backup folder. */
  readonly backup: BackupContext | undefined
}

/** Runtime environment of a command, created by `main.ts`. */
export interface CommandRuntime {
  readonly terminal: Terminal
  /** Assay version. */
  readonly version: string
  /** Signal that aborts on the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
  /** Absolute path of the configured data folder, which may not exist yet. */
  readonly dataDir: string
  /** Advisory settings for the CLI. */
  readonly localAdvisories: LocalAdvisorySettings
  /** Service whose server registry the CLI offers. */
  readonly otherService: Config['otherService']
  /** Configured backup folder. Undefined if none is configured. */
  readonly backupFolder: string | undefined
  /** Absolute path of the folder in which the user ran the command. Paths in arguments are relative to it. */
  readonly callerFolder: string
  /**
   * Opens the installation: starts its database or connects to it, and updates the schema.
   *
   * @param progress default: a live line on a terminal, nothing elsewhere
   */
  open(progress?: Progress): Promise<Installation>
  /** Opens the engine with the advisories and results from the cache folder. Starts no database. */
  openScanner(options: ScannerOptions): Promise<Scanner>
  /** Runs the service until the process receives a signal to stop. */
  serve(roles: Roles): Promise<void>
}

export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** Command groups, in the order of the overview. */
export const commandGroups = ['Scan', 'Server operation', 'Accounts and keys', 'Registry', 'Backups'] as const

/** Command catalogue entry. */
export interface CommandEntry {
  /** Words that select the command. The command's file has the same name, with dashes. */
  readonly name: string
  readonly group: (typeof commandGroups)[number]
  /** One-line description of the command. */
  readonly summary: string
  /** True if the command works even if the service is not installed. Default: false. */
  readonly worksWithoutService?: true
  load(): Promise<Command>
}

/** Option without a value. */
export interface FlagOption {
  readonly type: 'boolean'
  /** Description of the option, in one or two sentences. */
  readonly summary: string
}

/** Option with a value. */
export interface ValueOption {
  readonly type: 'string'
  /** Placeholder for the value in help texts, such as `FILE`. */
  readonly value: string
  /** Description of the option, in one or two sentences. */
  readonly summary: string
  /** Present if the command requires the option. */
  readonly required?: true
  /** Present if the option can be repeated. */
  readonly multiple?: true
  readonly default?: string
  /** Allowed values. Help texts list them, and `oneOf` validates against them. */
  readonly choices?: readonly string[]
}

/** Command of `assay`, with its help. */
export interface Command {
  /** Positional arguments as shown in the usage line, such as `ACCOUNT`. Absent if the command takes none. */
  readonly arguments?: string
  /** Paragraphs that appear only in the command's own help. */
  readonly details?: readonly string[]
  readonly options: Readonly<Record<string, FlagOption | ValueOption>>
  /** Environment variables that the command does not read. Invalid values of these variables cause no error. */
  readonly ignoredSettings?: readonly string[]
  /** Meaning of exit codes 0, 1, and 3, if scripts need to distinguish them. Codes 2 and 4 mean the same everywhere. */
  readonly exits?: Readonly<Partial<Record<0 | 1 | 3, string>>>
  /** Example command lines with descriptions. */
  readonly examples: readonly (readonly [commandLine: string, description: string])[]
  /** Runs the command and resolves to its exit code. Throws UsageError for invalid arguments. */
  run(runtime: CommandRuntime, given: CommandArguments): Promise<number>
}

/** Thrown for an invalid command line. The message says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

/**
 * Thrown if a valid command line cannot be carried out, for example because a file, an account, or a setting is
 * missing. The error does not point to the command's help, because it would not help.
 */
export class RequestError extends UsageError {
  override readonly name = 'RequestError'
}

/** Converts a file system error to an error that names the unreadable file or folder. */
export function unreadableFile(path: string, error: unknown): RequestError {
  if (error instanceof Error && 'code' in error)
    return new RequestError(`Assay cannot read ${path} (${String(error.code)}). Check the path and its permissions.`)
  return new RequestError(`Assay cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
}
