import type { Logger } from 'pino'
import { openApp } from './app.ts'
import { type CommandRuntime, exitCodes, type Roles } from './cli/command.ts'
import { runCommand } from './cli/run-command.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { isLateWriteOfPostgresJs } from './db/late-write.ts'
import { greeting } from './greeting.ts'
import { openInstallation } from './installation.ts'
import { createLogger } from './logger.ts'
import { startService } from './service.ts'

/** Runs the command that `words` name and resolves to the process's exit code. */
export async function main(words: readonly string[]): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  try {
    return await runCommand(runtimeOf(readConfig(), stop.signal), words)
  } catch (error) {
    if (error instanceof ConfigError) {
      process.stderr.write(`Settings are wrong:\n${error.problems.map((problem) => `  ${problem}\n`).join('')}`)
      return exitCodes.usage
    }
    if (stop.signal.aborted) return exitCodes.incomplete
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    return exitCodes.ourFault
  }
}

function runtimeOf(config: Config, signal: AbortSignal): CommandRuntime {
  return {
    terminal: { out: process.stdout, err: process.stderr },
    signal,
    // Commands speak for themselves; of their inner life only what went wrong is of interest.
    open: async () => openInstallation(await openApp(config, createLogger(config.logLevel === 'info' ? 'error' : config.logLevel)), signal),
    serve: (roles) => serve(config, roles, signal),
  }
}

/** A service outlives the loss of a connection; whatever else nobody caught ends it, and the log says why. */
function surviveLateWrites(log: Logger): void {
  process.on('uncaughtException', (error) => {
    if (isLateWriteOfPostgresJs(error)) return log.warn({ err: error }, 'a database connection was lost inside a transaction')
    log.fatal({ err: error }, 'the process ends: an error that nobody expected')
    process.exit(exitCodes.ourFault)
  })
}

async function serve(config: Config, roles: Roles, signal: AbortSignal): Promise<void> {
  const log = createLogger(config.logLevel)
  surviveLateWrites(log)
  await using app = await openApp(config, log)
  await using service = await startService(app, roles)
  log.info({ address: service.address, ...roles }, 'service started')
  process.stdout.write(greeting(service))
  await new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true })))
  log.info('service stops: running work is ended in order')
}
