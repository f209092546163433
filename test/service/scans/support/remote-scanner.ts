import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { canFilterSystemCalls } from '../../../../src/engine/isolation/kernel/confine-process.ts'
import type { Target } from '../../../../src/engine/model/target.ts'
import { parseAllowedNetworks } from '../../../../src/engine/net/allowed-networks.ts'
import { createNetwork } from '../../../../src/engine/net/http-network.ts'
import type { SourceScanner, SourceScannerOptions } from '../../../../src/engine/scanner/source-scanner.ts'
import { createNpmRegistry } from '../../../../src/engine/sources/package-registries/npm-registry.ts'
import { createRemoteScanner, type RemoteScannerOptions } from '../../../../src/service/scans/process/remote-scanner.ts'
import type { WorkerStores } from '../../../../src/service/scans/process/answer-call.ts'
import { scanEnvironmentOf } from '../../../../src/settings/scan-environment.ts'
import type { SourceContext } from '../../../../src/engine/sources/source.ts'
import { sourceContext } from '../../../support/source-context.ts'

/** Stores of a worker without advisories. */
export const noAdvisories: WorkerStores = {
  advisories: {
    ready: async () => ({ date: { syncedAt: '2026-01-01T00:00:00.000Z' } }),
    match: async () => ({ matches: [], unknownUpperBounds: 0 }),
    unreadable: async () => [],
  },
}

export interface GivenScanner extends Partial<RemoteScannerOptions> {
  /** Module in this folder that runs instead of the scan process. */
  readonly module?: string
  /** Module in this folder that runs instead of the fetcher. */
  readonly fetcher?: string
  readonly isConfined?: boolean
  readonly environment?: Record<string, string>
}

/** Scanners that use one registry and one data folder. Disposal ends them. */
export interface RemoteScanners extends AsyncDisposable {
  /** Folder that contains `secret`. */
  readonly data: string
  /** Sources that reach the registry from this process. */
  readonly sources: SourceContext
  open(given?: GivenScanner): SourceScanner & AsyncDisposable
}

/** Returns settings of a scan process whose registries are all at one URL. */
export const settingsWith = (registry: string): RemoteScannerOptions['settings'] => ({
  registries: {
    npm: registry,
    npmByScope: [],
    publicNpm: registry,
    pypi: registry,
    pypiFiles: registry,
    maven: registry,
    crates: registry,
    privateMavenGroups: [],
    sigstoreTrust: registry,
  },
  resolves: true,
  requiresFileRules: false,
})

/** @param registry base URL of a registry on loopback */
export function remoteScanners(registry: string): RemoteScanners {
  const data = mkdtempSync(join(tmpdir(), 'scan-process-'))
  const scans = join(data, 'scans')
  mkdirSync(scans)
  writeFileSync(join(data, 'secret'), 'secret', { mode: 0o600 })
  const allowedNetworks = parseAllowedNetworks('upstream=127.0.0.1/32')
  const network = createNetwork({ allowedNetworks, upstreams: [registry] })
  const sources = sourceContext({ npmRegistry: createNpmRegistry({ network, registry }) })
  const opened: AsyncDisposable[] = [network]
  return {
    data,
    sources,
    open({
      module,
      fetcher,
      isConfined = canFilterSystemCalls(),
      environment = scanEnvironmentOf(process.env),
      ...others
    } = {}) {
      const scanner = createRemoteScanner({
        settings: settingsWith(registry),
        fetcherSettings: { upstreams: [registry, `file://${data}`], allowedNetworks },
        stores: noAdvisories,
        sources,
        maxScans: 20,
        log: pino({ level: 'silent' }),
        start: {
          folders: {
            ownFolder: scans,
            secretFolder: data,
            pathFolders: [],
            certificates: [],
            readable: ['../../../../src', '.'].map((path) => fileURLToPath(new URL(path, import.meta.url))),
          },
          environment,
          isConfined,
          ...(module !== undefined && { module: new URL(module, import.meta.url) }),
          ...(fetcher !== undefined && { fetcherModule: new URL(fetcher, import.meta.url) }),
        },
        redirectOf: async ({ type }) => (type === 'git' ? 'https://git.example/moved-elsewhere' : ''),
        watchStalls: () => ({ beat: () => {}, [Symbol.dispose]: () => {} }),
        ...others,
      })
      opened.push(scanner)
      return scanner
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one[Symbol.asyncDispose]()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

export const npm = (name: string): Target => ({ type: 'npm', name, selector: 'latest' })

export const scanOptions = (given: Partial<SourceScannerOptions> = {}): SourceScannerOptions => ({
  report: () => {},
  signal: AbortSignal.timeout(60_000),
  accountId: 'anna',
  scanId: 'scan',
  ...given,
})

/** Resolves and scans a target. */
export async function scanned(scanner: SourceScanner, target: Target, given: Partial<SourceScannerOptions> = {}) {
  using session = scanner.open(target, scanOptions(given))
  await session.resolve()
  return await session.scan({})
}
