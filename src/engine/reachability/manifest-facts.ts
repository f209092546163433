import type { ManifestFacts } from './package-summary.ts'

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

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
  }
}
