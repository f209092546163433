import { withoutVersion } from './modules/node-modules.ts'
import type { ManifestFacts } from './package-summary.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Entries of a field that is an object. */
const entriesOf = (manifest: Readonly<Record<string, unknown>>, field: string): [string, unknown][] => {
  const value = Object.hasOwn(manifest, field) ? manifest[field] : undefined
  return isRecord(value) ? Object.entries(value) : []
}

function binOf(manifest: Readonly<Record<string, unknown>>): Pick<ManifestFacts, 'bin'> {
  const names = entriesOf(manifest, 'bin').map(([name]) => name)
  const bin = names.filter((name) => name.length <= 300).slice(0, 1_000)
  return bin.length > 0 ? { bin } : {}
}

function aliasesOf(manifest: Readonly<Record<string, unknown>>): Pick<ManifestFacts, 'aliases'> {
  const fields = ['dependencies', 'optionalDependencies', 'devDependencies', 'peerDependencies']
  const aliases = fields
    .flatMap((field) => entriesOf(manifest, field))
    .flatMap(([name, target]) => (typeof target === 'string' && target.startsWith('npm:') ? [{ name, target }] : []))
    .map(({ name, target }) => ({ name, target: withoutVersion(target.slice('npm:'.length)) }))
    .filter(({ name, target }) => name.length <= 300 && target.length <= 300)
    .slice(0, 1_000)
  return aliases.length > 0 ? { aliases } : {}
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
    return written !== undefined && written.length <= 200_000 ? { [field]: written } : {}
  }
  const type = Object.hasOwn(manifest, 'type') ? manifest['type'] : undefined
  return {
    ...text('name', 300),
    ...text('version', 300),
    ...(type === 'module' || type === 'commonjs' ? { type } : {}),
    ...text('main', 1_000),
    ...text('module', 1_000),
    ...json('browser'),
    ...json('exports'),
    ...json('imports'),
    ...binOf(manifest),
    ...aliasesOf(manifest),
  }
}
