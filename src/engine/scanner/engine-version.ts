import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import packageJson from '../../../package.json' with { type: 'json' }
import { limits } from '../model/limits.ts'

/** The rooms whose code and rules decide what a scan finds. */
export const engineRooms = [
  'advisories',
  'dataflow',
  'detectors',
  'inventory',
  'isolation',
  'model',
  'package-registries',
  'project-facts',
  'project-settings',
  'python-packaging',
  'scan',
  'source-maps',
  'sources',
] as const

/** The rooms whose code decides what becomes of one file by itself, and the packages that parse it. */
export const fileEngineRooms = ['dataflow'] as const
export const fileParsers = ['@babel/parser', 'oxc-parser', 'py-ast'] as const

let known: string | undefined
let knownOfFiles: string | undefined

/**
 * Stands for the engine and its rules: results of equal versions are alike. Made from the source itself,
 * which is what runs, so that no change can be forgotten; read once in a process.
 */
export function engineVersion(): string {
  return (known ??= versionOf(fileURLToPath(new URL('../..', import.meta.url))))
}

/** Stands for what decides the results of single files: any other change of the engine leaves them as they are. */
export function fileEngineVersion(): string {
  return (knownOfFiles ??= fileVersionOf(fileURLToPath(new URL('../..', import.meta.url))))
}

/** The version of the engine whose rooms lie in this folder. */
export function versionOf(folder: string): string {
  return hashOf(folder, engineRooms, packageJson.dependencies)
}

/** The same for the results of single files, with the bounds that decide them. */
export function fileVersionOf(folder: string): string {
  return hashOf(folder, fileEngineRooms, {
    ...Object.fromEntries(fileParsers.map((name) => [name, packageJson.dependencies[name]])),
    ...limits.code,
    ...limits.dataflow,
  })
}

function hashOf(folder: string, rooms: readonly string[], packages: Readonly<Record<string, string | number>>): string {
  const hash = createHash('sha256').update(JSON.stringify(packages))
  for (const room of rooms) {
    for (const path of globSync(`${room}/**/*`, { cwd: folder, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => `${entry.parentPath}/${entry.name}`)
      .sort()) {
      hash.update(`\0${path.slice(folder.length)}\0`).update(readFileSync(path))
    }
  }
  return hash.digest('base64url')
}
