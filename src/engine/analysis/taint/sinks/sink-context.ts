import type { ModuleSettings } from '../../modules/module-resolution.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'

/** The program and settings that are searched for sinks. */
export interface SinkContext extends KnownProgram {
  /** Contents of `package.json` and similar files, by path. If absent, library versions are unknown. */
  readonly settings?: ModuleSettings
}

/**
 * Reports whether one of the project's `package.json` files requires a package in a version below the given major
 * version.
 */
export function asksForOlder({ settings }: SinkContext, name: string, major: number): boolean {
  const range = new RegExp(`"${name}"\\s*:\\s*"[~^=v<>\\s]*(\\d{1,4})[.x"\\s-]`)
  for (const [path, text] of settings ?? []) {
    const asked = /(?:^|\/)package\.json$/.test(path) ? range.exec(text)?.[1] : undefined
    if (asked !== undefined && Number(asked) < major) return true
  }
  return false
}
