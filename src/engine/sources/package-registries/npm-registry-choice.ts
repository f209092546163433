import type { NpmSettings } from './npmrc.ts'

/** The registry of a package. Base URLs, with a trailing slash. */
export interface NpmRegistryChoice {
  readonly registry: string
  /** By scope, such as `@scope`. */
  readonly byScope: ReadonlyMap<string, string>
}

/** The base URL of a package's registry. */
export function registryOf(name: string, { registry, byScope }: NpmRegistryChoice): string {
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined
  return (scope === undefined ? undefined : byScope.get(scope)) ?? registry
}

/** The setting keys that name a registry, `registry` and `@scope:registry`, with their values. */
export function registrySettings(settings: NpmSettings): Map<string, string> {
  return new Map([...settings].filter(([key]) => key === 'registry' || /^@[^/:]+:registry$/.test(key)))
}

/** The registries in the settings, each a URL with a trailing slash. */
export function registryChoice(settings: NpmSettings, fallback: string): NpmRegistryChoice {
  const byScope = new Map<string, string>()
  for (const [key, address] of registrySettings(settings))
    if (key !== 'registry') byScope.set(key.slice(0, key.indexOf(':')), address)
  return { registry: settings.get('registry') ?? fallback, byScope }
}
