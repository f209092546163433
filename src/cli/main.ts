import type { Logger } from 'pino'
import type { Roles } from '../service/startup/roles.ts'
import { watchBuild } from './build-watch.ts'
import { type CommandRuntime, exitCodes, type Scanner } from './command.ts'
import { type Progress, progressLine } from './progress-line.ts'
import { runCommand } from './run-command.ts'
import type { openLocalScanner } from './local-scanner.ts'
import { hasService } from './service-presence.ts'
import { readConfigWithout } from '../settings/config.ts'
import { ConfigError } from '../settings/config-error.ts'
import type { Config } from '../settings/settings.ts'
import packageJson from '../../package.json' with { type: 'json' }

/**
 * Runs the command named by `words` and resolves to the process exit code. Slow modules load only if a command needs
 * them, and after its first line is on the screen.
 */
export async function main(words: readonly string[]): Promise<number> {
  const stop = new AbortController()
  exitWithReader(process.stdout)
  exitWithReason()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopGracefully(stop))
  try {
    const terminal = { out: process.stdout, err: process.stderr }
    return await runCommand({ terminal, version: packageJson.version }, words, (ignoredSettings) =>
      runtimeOf(readConfigWithout(ignoredSettings), terminal, stop.signal),
    )
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`${error.heading}:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
      return exitCodes.usage
    }
    process.stderr.write(stop.signal.aborted ? 'Interrupted.\n' : `${await textOf(error)}\n`)
    if (stop.signal.aborted) return exitCodes.incomplete
    return exitCodes.ourFault
  }
}

function runtimeOf(config: Config, terminal: CommandRuntime['terminal'], signal: AbortSignal): CommandRuntime {
  for (const warning of config.warnings) terminal.err.write(`Warning: ${warning}\n`)
  return {
    terminal,
    version: packageJson.version,
    signal,
    dataDir: config.dataDir,
    callerFolder: config.callerFolder,
    localAdvisories: config,
    otherService: config.otherService,
    backupFolder: config.backup?.folder,
    open: (progress) => open(config, progress),
    openScanner: (options) => openScanner(config, { signal, ...options, terminal }),
    serve: (roles) => serve(config, roles, signal),
  }
}

/** Time within which signals count as one. The terminal sends Ctrl-C to every process, and npm forwards it again. */
const sameSignalMs = 1_000
let firstSignalAt: number | undefined

/** Signal handler. The first signal stops the command gracefully, and a later one exits immediately. */
function stopGracefully(stop: AbortController): void {
  firstSignalAt ??= performance.now()
  if (performance.now() - firstSignalAt > sameSignalMs) process.exit(exitCodes.incomplete)
  stop.abort()
}

/** Installs a handler that exits when the reader of a pipe closes it (`assay scan … | head`), as other programs do. */
function exitWithReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.incomplete)
  })
}

/** Undefined until a command loads the logger. */
let processLog: Logger | undefined

/** Installs a handler that logs an uncaught error and exits the process. */
function exitWithReason(): void {
  process.on('uncaughtException', (error) => {
    if (processLog) processLog.fatal({ err: error }, 'process exited after an unexpected error')
    else process.stderr.write(`${error.stack ?? String(error)}\n`)
    process.exit(exitCodes.ourFault)
  })
}

async function openLog(level: string): Promise<Logger> {
  const { createLogger } = await import('../service/operations/logger.ts')
  return (processLog ??= createLogger(level))
}

async function open(config: Config, givenProgress: Progress | undefined) {
  const progress = givenProgress ?? progressLine(process.stderr, { plain: false })
  progress.show(`Starting Assay ${packageJson.version}`)
  try {
    // Commands print their own results, so only errors belong in their log.
    const log = await openLog(config.logLevel === 'info' ? 'error' : config.logLevel)
    const [{ openApp }, { openInstallation }] = await Promise.all([
      import('../service/startup/app.ts'),
      import('./installation.ts'),
    ])
    return openInstallation(await openApp(config, log, (stage) => progress.show(stage)))
  } finally {
    if (givenProgress === undefined) progress.clear()
  }
}

async function openScanner(...words: Parameters<typeof openLocalScanner>): Promise<Scanner> {
  const { openLocalScanner } = await import('./local-scanner.ts')
  return openLocalScanner(...words)
}

/** Returns an error's text. Omits the values in a failed database query. */
async function textOf(error: unknown): Promise<string> {
  if (!hasService()) return error instanceof Error ? error.message : String(error)
  const { errorText } = await import('../service/db/query-error.ts')
  return errorText(error)
}

async function serve(config: Config, roles: Roles, signal: AbortSignal): Promise<void> {
  const log = await openLog(config.logLevel)
  using watch = watchBuild(log)
  void watch
  // Read at startup, because after a rebuild of `dist` the digest would describe code that this process does not run.
  const { engineVersion } = await import('../engine/scanner/engine-version.ts')
  const engine = engineVersion()
  log.info({ version: packageJson.version, engine, dataDir: config.dataDir, ...roles }, 'service starting')
  const { openApp } = await import('../service/startup/app.ts')
  await using app = await openApp(config, log, (stage) => log.info({ stage }, 'service starting'))
  log.info({ stage: 'Starting the API and the workers' }, 'service starting')
  const { startService } = await import('../service/startup/start-service.ts')
  await using service = await startService(app, roles)
  log.info({ address: service.address, ...roles }, 'service started')
  const { greeting } = await import('../service/startup/greeting.ts')
  process.stdout.write(greeting(service))
  await new Promise<void>((resolve) =>
    signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
  )
  log.info('service stopping')
}
