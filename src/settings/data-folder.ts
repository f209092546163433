import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config-error.ts'

/**
 * Makes the data folder (0700) and the folders above it, and checks that it can be written. Throws a
 * ConfigError. Step by step: `mkdirSync` with `recursive` runs for ever where folders cannot be made
 * although their parent is there, such as in /proc (node 24.21).
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError([
      `ASSAY_DATA_DIR: should name a folder that this user can make and write, and ${path} is none${code}`,
    ])
  }
}

function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
