import { withoutVersion } from './modules/node-modules.ts'
import type { ManifestFacts } from './package-summary.ts'

const maxNames = 1_000
const maxNameCharacters = 300
const maxPathCharacters = 1_000
const maxJsonCharacters = 200_000

/** Reports whether a parsed JSON value is an object. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Entries of a field that is an object. */
const entriesOf = (manifest: Readonly<Record<string, unknown>>, field: string): [string, unknown][] => {
  const value = Object.hasOwn(manifest, field) ? manifest[field] : undefined
  return isRecord(value) ? Object.entries(value) : []
}

function binOf(manifest: Readonly<Record<string, unknown>>): Pick<ManifestFacts, 'bin'> {
  const names = entriesOf(manifest, 'bin').map(([name]) => name)
  const bin = names.filter((name) => name.length <= maxNameCharacters).slice(0, maxNames)
  return bin.length > 0 ? { bin } : {}
}

const dependencyFields = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies'] as const

function aliasesOf(manifest: Readonly<Record<string, unknown>>): Pick<ManifestFacts, 'aliases'> {
  const aliases = dependencyFields
    .flatMap((field) => entriesOf(manifest, field))
    .flatMap(([name, target]) => (typeof target === 'string' && target.startsWith('npm:') ? [{ name, target }] : []))
    .map(({ name, target }) => ({ name, target: withoutVersion(target.slice('npm:'.length)) }))
    .filter(({ name, target }) => name.length <= maxNameCharacters && target.length <= maxNameCharacters)
    .slice(0, maxNames)
  return aliases.length > 0 ? { aliases } : {}
}

/**
 * Reports whether `manifestFacts` would omit a part of a manifest because of its size. The files that an import loads
 * are then unknown.
 */
export function isLargeManifest(manifest: unknown): boolean {
  if (!isRecord(manifest)) return false
  const value = (field: string) => (Object.hasOwn(manifest, field) ? manifest[field] : undefined)
  const isLong = (field: string, most: number) => {
    const text = value(field)
    return typeof text === 'string' && text.length > most
  }
  return (
    isLong('name', maxNameCharacters) ||
    ['main', 'module'].some((field) => isLong(field, maxPathCharacters)) ||
    ['browser', 'exports', 'imports'].some(
      (field) => (JSON.stringify(value(field)) ?? '').length > maxJsonCharacters,
    ) ||
    ['bin', ...dependencyFields].some((field) => entriesOf(manifest, field).length > maxNames)
  )
}

/** Returns the facts of a parsed `package.json`. Fields with an unexpected type or size are omitted. */
export function manifestFacts(manifest: unknown): ManifestFacts {
  if (!isRecord(manifest)) return {}
  const text = (field: string, most: number) => {
    const value = Object.hasOwn(manifest, field) ? manifest[field] : undefined
    return typeof value === 'string' && value.length > 0 && value.length <= most ? { [field]: value } : {}
  }
  const json = (field: string) => {
    const value = Object.hasOwn(manifest, field) ? manifest[field] : undefined
    const written = value === undefined ? undefined : JSON.stringify(value)
    return written !== undefined && written.length <= maxJsonCharacters ? { [field]: written } : {}
  }
  const type = Object.hasOwn(manifest, 'type') ? manifest['type'] : undefined
  return {
    ...text('name', maxNameCharacters),
    ...text('version', maxNameCharacters),
    ...(type === 'module' || type === 'commonjs' ? { type } : {}),
    ...text('main', maxPathCharacters),
    ...text('module', maxPathCharacters),
    ...json('browser'),
    ...json('exports'),
    ...json('imports'),
    ...binOf(manifest),
    ...aliasesOf(manifest),
  }
}
