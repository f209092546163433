import { openEngine } from '../engine/scanner/open-engine.ts'
import type { ScanContext } from '../engine/scanner/scan-context.ts'
import { readOperatorNpm } from '../settings/config.ts'
import type { Config } from '../settings/settings.ts'

/** Opens the engine with the settings, without a database: it has no advisories and no cached results. */
export function openLocalScanner(config: Config): ScanContext & AsyncDisposable {
  const npm = readOperatorNpm(config)
  return openEngine({
    registries: {
      npm: npm.registry,
      npmByScope: npm.byScope,
      publicNpm: config.publicNpmRegistry,
      pypi: config.pypiIndex,
      pypiFiles: config.publicPypiFiles,
      sigstoreTrust: config.sigstoreTrustUrl,
    },
    npmCredentials: npm.credentials,
    allowedNetworks: config.allowedNetworks,
  })
}
