import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ProgramFolders } from '../../engine/isolation/programs/node-program.ts'
import type { Config } from '../../settings/settings.ts'

/** Variables that name files or folders with certificates. */
const certificateVariables = ['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'SSL_CERT_DIR'] as const

/**
 * Returns the folders that the scan process may use. Its own folder is in the data folder, which contains the secrets
 * of the service. Creates it if it does not exist.
 */
export function scanFoldersOf({
  dataDir,
  scanEnvironment,
}: Pick<Config, 'dataDir' | 'scanEnvironment'>): ProgramFolders {
  const ownFolder = join(dataDir, 'scans')
  mkdirSync(ownFolder, { recursive: true, mode: 0o700 })
  return {
    ownFolder,
    secretFolder: dataDir,
    pathFolders: (scanEnvironment['PATH'] ?? '').split(delimiter),
    readable: certificateVariables.flatMap((name) => scanEnvironment[name] ?? []),
  }
}
