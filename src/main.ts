import type { Logger } from 'pino'
import { openApp } from './app.ts'
import { type CommandRuntime, exitCodes, type Roles } from './cli/command.ts'
import { runCommand } from './cli/run-command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { errorText } from './db/query-error.ts'
import { greeting } from './greeting.ts'
import { openInstallation } from './installation.ts'
import { createLogger } from './logger.ts'
import packageJson from '../package.json' with { type: 'json' }

/** Runs the command that `words` name and resolves to the process's exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const stop = new AbortController()
  endWithItsReader(process.stdout)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stopInOrder(stop))
  try {
    const config = readConfig()
    endWithTheReason(createLogger(config.logLevel))
    return await runCommand(runtimeOf(config, stop.signal), words)
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`Settings are wrong:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
      return exitCodes.usage
    }
    process.stderr.write(stop.signal.aborted ? 'Interrupted.\n' : `${errorText(error)}\n`)
    if (stop.signal.aborted) return exitCodes.incomplete
    return exitCodes.ourFault
  }
}

function runtimeOf(config: Config, signal: AbortSignal): CommandRuntime {
  return {
    terminal: { out: process.stdout, err: process.stderr },
    version: packageJson.version,
    signal,
    dataDir: config.dataDir,
    callerFolder: config.callerFolder,
    backupFolder: config.backup?.folder,
    // Commands speak for themselves; of their inner life only what went wrong is of interest.
    open: async () => openInstallation(await openApp(config, createLogger(config.logLevel === 'info' ? 'error' : config.logLevel)), signal),
    serve: (roles) => serve(config, roles, signal),
  }
}

/** A signal soon after another is the same one: npm passes on what the terminal sent to all of us. */
const sameSignalMs = 1_000
let firstSignalAt: number | undefined

/** The first signal lets work end in order; one that comes later, from somebody who will not wait, ends the process. */
function stopInOrder(stop: AbortController): void {
  firstSignalAt ??= performance.now()
  if (performance.now() - firstSignalAt > sameSignalMs) process.exit(exitCodes.incomplete)
  stop.abort()
}

/** A pipe whose reader has seen enough (`assay scan … | head`) ends the process as it ends other programs. */
function endWithItsReader(stream: NodeJS.WriteStream): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit(exitCodes.incomplete)
  })
}

/** What nobody caught ends the process, and the log says why. */
function endWithTheReason(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'the process ends: an error that nobody expected')
    process.exit(exitCodes.ourFault)
  })
}

async function serve(config: Config, roles: Roles, signal: AbortSignal): Promise<void> {
  const log = createLogger(config.logLevel)
  await using app = await openApp(config, log)
  // Commands that serve nothing start without it: loading it takes half of their start.
  const { startService } = await import('./start-service.ts')
  await using service = await startService(app, roles)
  log.info({ address: service.address, ...roles }, 'service started')
  process.stdout.write(greeting(service))
  await new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })))
  log.info('service stops: running work is ended in order')
}
