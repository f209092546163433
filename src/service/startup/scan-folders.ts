import { mkdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { ProgramFolders } from '../../engine/isolation/programs/node-program.ts'
import { certificateVariables } from '../../settings/scan-environment.ts'
import type { Config } from '../../settings/settings.ts'

/**
 * Returns the folders that the scan process and the fetcher may use. The folder of the scan process is in the data
 * folder, which contains the secrets of the service. Creates it if it does not exist.
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
    certificates: certificateVariables.flatMap((name) => scanEnvironment[name] ?? []),
    readable: [],
  }
}
