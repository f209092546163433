import { createMcpServer } from '../../mcp/create-server.ts'
import { serveStdio, StdioServerTransport } from '../../mcp/sdk.ts'
import type { CommandRuntime, Scanner } from '../command.ts'
import { commandLog } from '../command-log.ts'
import { progressLine } from '../progress-line.ts'
import { backgroundScanLimits } from './background-scan-limits.ts'
import { BackgroundScans } from './background-scans.ts'
import { localHost } from './local-host.ts'
import { openServiceRegistry } from './service-client.ts'

/**
 * Serves MCP on stdin and stdout until the client closes stdin or the signal aborts, then ends all scans. No other code
 * may write to stdout.
 */
export async function serveMcp(runtime: CommandRuntime): Promise<void> {
  const log = commandLog('warn', runtime.terminal.err)
  const logError = (subject: string, error: unknown) =>
    log.warn({ subject, error: error instanceof Error ? (error.stack ?? error.message) : String(error) }, 'call failed')
  const { otherService, localAdvisories } = runtime
  await using servers = otherService && openServiceRegistry(otherService, localAdvisories.allowedNetworks)
  await using scanner = lazyScanner(runtime)
  await using scans = new BackgroundScans((error) => logError('scan', error))
  const host = localHost({
    openScanner: () => scanner.open(),
    scans,
    cacheDir: localAdvisories.cacheDir,
    servers,
    logError,
  })
  const closed = Promise.withResolvers<void>()
  const transport = new ClosingTransport(() => closed.resolve())
  const handle = serveStdio(() => createMcpServer(runtime.version, host), {
    transport,
    onerror: (error) => logError('protocol', error),
  })
  runtime.signal.addEventListener('abort', () => closed.resolve(), { once: true })
  // Starts loading the slow engine before the first call.
  scanner.open().catch((error: unknown) => logError('scanner', error))
  await closed.promise
  await handle.close()
  process.stdin.destroy()
}

/** Calls `onEnd` when it closes because the client closed stdin or sent a message that is too large. */
class ClosingTransport extends StdioServerTransport {
  readonly #onEnd: () => void

  constructor(onEnd: () => void) {
    super(process.stdin, process.stdout, { maxBufferSize: backgroundScanLimits.maxMessageBytes })
    this.#onEnd = onEnd
  }

  override async close(): Promise<void> {
    await super.close()
    this.#onEnd()
  }
}

/** Opens the scanner on first use. After a failure, the next call retries. */
function lazyScanner(runtime: CommandRuntime): { open(): Promise<Scanner> } & AsyncDisposable {
  const stop = new AbortController()
  const signal = AbortSignal.any([runtime.signal, stop.signal])
  const progress = progressLine(runtime.terminal.err, { plain: false })
  let opening: Promise<Scanner> | undefined
  return {
    open() {
      opening ??= runtime
        .openScanner({ progress, isOffline: false, scannedFolders: [], signal })
        .catch((error: unknown) => {
          opening = undefined
          throw error
        })
      return opening
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      const scanner = await opening?.catch(() => undefined)
      await scanner?.[Symbol.asyncDispose]()
    },
  }
}
