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

/** Exit codes of all commands. Scripts depend on them. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, incomplete: 3, ourFault: 4 } as const

/** Streams that a command writes to: its result to `out`, progress and problems to `err`. */
export interface Terminal {
  readonly out: TerminalStream
  readonly err: TerminalStream
}

/** What scans run on. Disposal ends the child processes and stores new results of files. */
export interface Scanner extends AsyncDisposable {
  readonly scanContext: ScanContext
  /** Reports of earlier scans of packages. */
  readonly reports: ReportCache
  /** Reports of folders that have not changed. Undefined without a cache. */
  readonly folderReports: FolderReports | undefined
  /** Opens the stored advisories as they are now, without an update. */
  openStoredAdvisories(): AdvisoryStore & Disposable
  /** Finds a stored advisory by its own id. */
  findAdvisory(id: string): StoredAdvisory | undefined
}

/** How to open a scanner. */
export interface ScannerOptions {
  readonly progress: Progress
  /** Uses stored advisories only, and contacts no network address. */
  readonly isOffline: boolean
  /** Whether to scan without the results of earlier scans, and to store none. Default: false. */
  readonly ignoresCache?: boolean
  /** Absolute paths of the local targets. The cache folder must not be inside one of them. */
  readonly scannedFolders: readonly string[]
  /** Whether every target is a local folder or file. Default: false. */
  readonly areTargetsLocal?: boolean
  /** Stops updates of advisories. Default: the signal of the runtime. */
  readonly signal?: AbortSignal
}

/** The opened installation of the service. Disposal closes its database. */
export interface Installation extends AccountContext, AsyncDisposable {
  readonly advisorySync: AdvisorySync
  /** Results of single files, for later scans of the service. */
  readonly fileResults: ResultCache
  /** Address of the service according to the settings, without trailing slash. */
  readonly publicUrl: string
  readonly isGitHubApp: boolean
  /** Sends requests to the configured addresses. */
  readonly network: Network
  readonly log: Logger
  /** URL of the registry of MCP servers in the settings, without trailing slash. Undefined without one. */
  readonly mcpRegistry: string | undefined
  /** Source and destination of backups. Undefined if the settings name no folder for them. */
  readonly backup: BackupContext | undefined
}

/** What commands receive from `main.ts`. */
export interface CommandRuntime {
  readonly terminal: Terminal
  /** Version of this program. */
  readonly version: string
  /** Aborts on the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
  /** Absolute path of the data folder in the settings, which may not exist yet. */
  readonly dataDir: string
  /** Settings of the advisories of the command line. */
  readonly localAdvisories: LocalAdvisorySettings
  /** The service whose registry of servers the command line offers. */
  readonly otherService: Config['otherService']
  /** The folder for backups in the settings. */
  readonly backupFolder: string | undefined
  /** Absolute path of the folder in which the user called the command. Paths in arguments are relative to it. */
  readonly callerFolder: string
  /**
   * Opens the installation: starts or connects to its database and updates the schema.
   *
   * @param progress default: a live line on a terminal, nothing elsewhere
   */
  open(progress?: Progress): Promise<Installation>
  /** Opens the engine with the advisories and results in the cache folder. Starts no database. */
  openScanner(options: ScannerOptions): Promise<Scanner>
  /** Runs the service until the process receives a signal to stop. */
  serve(roles: Roles): Promise<void>
}

/** Arguments of a command, parsed. */
export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** Groups of commands, in the order of the overview. */
export const commandGroups = ['Scan', 'Server operation', 'Accounts and keys', 'Registry', 'Backups'] as const

/** An entry of the catalogue. */
export interface CommandEntry {
  /** The words that call the command. Its file has the same name, with dashes. */
  readonly name: string
  readonly group: (typeof commandGroups)[number]
  /** What the command does, in one line. */
  readonly summary: string
  /** Works in an installation without the service. Default: false. */
  readonly worksWithoutService?: true
  load(): Promise<Command>
}

/** An option without a value. */
export interface FlagOption {
  readonly type: 'boolean'
  /** What the option does, in one or two sentences. */
  readonly summary: string
}

/** An option with a value. */
export interface ValueOption {
  readonly type: 'string'
  /** Placeholder of the value in help texts, such as `FILE`. */
  readonly value: string
  /** What the option does, in one or two sentences. */
  readonly summary: string
  /** The command does not run without it. */
  readonly required?: true
  /** May be given several times. */
  readonly multiple?: true
  /** Value if the option is absent. */
  readonly default?: string
  /** All values that the option accepts. Help texts list them, and `oneOf` reads them. */
  readonly choices?: readonly string[]
}

/** One command of `assay`, with its help. */
export interface Command {
  /** Arguments besides the options, as the usage line shows them, such as `ACCOUNT`. Absent: the command takes none. */
  readonly arguments?: string
  /** Paragraphs that only the help of the command shows. */
  readonly details?: readonly string[]
  readonly options: Readonly<Record<string, FlagOption | ValueOption>>
  /** Meaning of the exit codes 0, 1, and 3, if scripts need to tell them apart. 2 and 4 mean the same everywhere. */
  readonly exits?: Readonly<Partial<Record<0 | 1 | 3, string>>>
  /** Command lines with what each does. */
  readonly examples: readonly (readonly [commandLine: string, description: string])[]
  /** Runs the command and resolves to its exit code. Throws UsageError for arguments that it cannot accept. */
  run(runtime: CommandRuntime, given: CommandArguments): Promise<number>
}

/** The command line is wrong. The message says what is wrong and what to do. */
export class UsageError extends Error {
  override readonly name: string = 'UsageError'
}

/**
 * The command line is well-formed, but the command cannot do what it asks for: a file or an account does not exist, or
 * a setting is missing. The help of the command would not help.
 */
export class RequestError extends UsageError {
  override readonly name = 'RequestError'
}

/** Returns the error for a file or folder that cannot be read, from the error of the file system. */
export function unreadableFile(path: string, error: unknown): RequestError {
  if (error instanceof Error && 'code' in error)
    return new RequestError(`Assay cannot read ${path} (${String(error.code)}). Check the path and its permissions.`)
  return new RequestError(`Assay cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
}
