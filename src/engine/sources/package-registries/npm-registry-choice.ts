import type { NpmSettings } from './npmrc.ts'

/** Registries to use. Base URLs have a trailing slash. */
export interface NpmRegistryChoice {
  readonly registry: string
  /** Base URLs by scope, such as `@scope`. */
  readonly byScope: ReadonlyMap<string, string>
}

/** Returns the base URL of the registry that serves a package. */
export function registryOf(name: string, { registry, byScope }: NpmRegistryChoice): string {
  const scope = name.startsWith('@') ? name.slice(0, name.indexOf('/')) : undefined
  return (scope === undefined ? undefined : byScope.get(scope)) ?? registry
}

/** Returns the settings that determine which registries are used: `registry` and `@scope:registry`. */
export function registrySettings(settings: NpmSettings): Map<string, string> {
  return new Map([...settings].filter(([key]) => key === 'registry' || /^@[^/:]+:registry$/.test(key)))
}

/** Returns the configured registries, as URLs with a trailing slash. */
export function registryChoice(settings: NpmSettings, fallback: string): NpmRegistryChoice {
  const byScope = new Map<string, string>()
  for (const [key, address] of registrySettings(settings))
    if (key !== 'registry') byScope.set(key.slice(0, key.indexOf(':')), address)
  return { registry: settings.get('registry') ?? fallback, byScope }
}
