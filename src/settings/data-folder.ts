import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './config-error.ts'

/**
 * Creates the data folder (0700) and its parents, and checks that this user can write to it. Throws ConfigError.
 *
 * Creates one folder at a time, because recursive `mkdirSync` does not return if it cannot create a folder in an
 * existing parent, such as in /proc (Node 24.21).
 */
export function makeDataFolder(path: string): void {
  try {
    makeFolder(path)
    accessSync(path, constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new ConfigError([
      `ASSAY_DATA_DIR: Assay cannot create or write to the folder ${path}${code}. Specify a folder that ` +
        'the current user can write to.',
    ])
  }
}

function makeFolder(path: string): void {
  if (existsSync(path)) return
  makeFolder(dirname(path))
  mkdirSync(path, { mode: 0o700 })
}
