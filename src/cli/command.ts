import type { ParseArgsOptionsConfig } from 'node:util'
import type { AccountContext } from '../service/accounts/account-context.ts'
import type { AdvisorySync } from '../service/advisories/sync/sync-context.ts'
import type { BackupContext } from '../service/operations/backup/backup-context.ts'
import type { Roles } from '../service/roles.ts'
import type { ExamineContext } from '../engine/scanner/examine.ts'
import type { Progress } from './progress-line.ts'

/** How a command ends, for scripts: CONTRACT's exit codes of `assay scan` hold for all. */
export const exitCodes = { ok: 0, failed: 1, usage: 2, incomplete: 3, ourFault: 4 } as const

/** Where a command writes: `out` is its result, `err` is for the person who watches. */
export interface Terminal {
  readonly out: NodeJS.WriteStream
  readonly err: NodeJS.WriteStream
}

/** What scans run on. Disposal ends the child processes and closes the database, where there is one. */
export interface Scanner extends AsyncDisposable {
  readonly examine: ExamineContext
}

/** What a command that works on the installation is given; letting go of it closes the database. */
export interface Installation extends AccountContext, Scanner {
  readonly advisorySync: AdvisorySync
  /** Where the service is found, as far as the settings say. Without trailing slash. */
  readonly publicUrl: string
  readonly isGitHubApp: boolean
  /** What backups are made of; absent where the settings name no place for them. */
  readonly backup: BackupContext | undefined
}

/** What the wiring gives to commands. */
export interface CommandRuntime {
  readonly terminal: Terminal
  /** Of this program. */
  readonly version: string
  /** Aborts on the first Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal
  /** The data folder that the settings name, absolute; nothing is opened or made for it. */
  readonly dataDir: string
  /** The folder of backups that the settings name. */
  readonly backupFolder: string | undefined
  /** Where whoever calls stands, absolute: paths among the words and options of a command are resolved against it. */
  readonly callerFolder: string
  /**
   * Opens the installation: starts or adopts its database and brings it up to date.
   *
   * @param progress absent: a live line on a terminal, and silence elsewhere
   */
  open(progress?: Progress): Promise<Installation>
  /** Opens what scans run on: the installation, or the engine alone where the service is not installed. */
  openScanner(progress: Progress): Promise<Scanner>
  /** Runs the service until the process is told to stop. */
  serve(roles: Roles): Promise<void>
}

export interface CommandArguments {
  readonly values: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>
  readonly positionals: readonly string[]
}

/** A line of the catalogue. */
export interface CommandEntry {
  /** The words that call it; the file is named like it, with dashes. */
  readonly name: string
  /** What the command does, in one line. */
  readonly summary: string
  /** Works in an installation without the service. Default: false. */
  readonly worksWithoutService?: true
  load(): Promise<Command>
}

/** One command of `assay`. */
export interface Command {
  /** Its arguments, such as `<address>… [--format table|json]`. */
  readonly usage: string
  /** Lines that only its own help shows. */
  readonly details?: string
  readonly options: ParseArgsOptionsConfig
  /** Takes words besides its options. */
  readonly takesWords?: true
  /** Resolves to the exit code. Throws UsageError for arguments that make no sense. */
  run(runtime: CommandRuntime, given: CommandArguments): Promise<number>
}

/** The command was called in a way that it does not understand. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The value of an option that takes one of a few words. Throws UsageError naming them. */
export function oneOf<Word extends string>(
  { values }: CommandArguments,
  option: string,
  words: readonly Word[],
  fallback: Word,
): Word {
  const value = values[option]
  if (value === undefined) return fallback
  const word = words.find((word) => word === value)
  if (word === undefined) throw new UsageError(`--${option} should be one of ${words.join(', ')}, not "${value}".`)
  return word
}

/** The value of an option that has to be there. Throws UsageError naming it. */
export function required({ values }: CommandArguments, option: string): string {
  const value = values[option]
  if (typeof value !== 'string' || value === '') throw new UsageError(`--${option} is needed.`)
  return value
}
