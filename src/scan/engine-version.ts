import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import packageJson from '../../package.json' with { type: 'json' }

/** The rooms whose code and rules decide what a scan finds. */
export const engineRooms = ['advisories', 'detectors', 'inventory', 'model', 'package-registries', 'python-packaging', 'scan', 'sources'] as const

let known: string | undefined

/**
 * Stands for the engine and its rules: results of equal versions are alike. Made from the source itself,
 * which is what runs, so that no change can be forgotten; read once in a process.
 */
export function engineVersion(): string {
  return (known ??= versionOf(fileURLToPath(new URL('..', import.meta.url))))
}

/** The version of the engine whose rooms lie in this folder. */
export function versionOf(folder: string): string {
  const hash = createHash('sha256').update(JSON.stringify(packageJson.dependencies))
  for (const room of engineRooms) {
    for (const path of globSync(`${room}/**/*`, { cwd: folder, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => `${entry.parentPath}/${entry.name}`).sort()) {
      hash.update(`\0${path.slice(folder.length)}\0`).update(readFileSync(path))
    }
  }
  return hash.digest('base64url')
}
