import { NpmCredentials } from '../engine/sources/package-registries/npm-credentials.ts'
import {
  type NpmRegistryChoice,
  registryChoice,
  registrySettings,
} from '../engine/sources/package-registries/npm-registry-choice.ts'
import type { NpmSettings } from '../engine/sources/package-registries/npmrc.ts'
import { ConfigError } from './config-error.ts'
import { npmRegistry } from './setting-formats.ts'

/**
 * The registries of scopes that settings name, checked; `registry` itself is a setting of ours too and checked as such.
 */
export function checkedNpmRegistries(settings: NpmSettings): {
  readonly addresses: NpmSettings
  readonly problems: readonly string[]
} {
  const addresses = new Map<string, string>()
  const problems: string[] = []
  for (const [key, address] of registrySettings(settings)) {
    const { data, error } = npmRegistry.safeParse(address)
    if (data !== undefined) addresses.set(key, data)
    else if (key !== 'registry') problems.push(`npm_config_${key}: ${error?.issues[0]?.message ?? ''}`)
  }
  return { addresses, problems }
}

/** Which registries serve whoever calls `assay scan`, and with which credentials. */
export interface OperatorNpm extends NpmRegistryChoice {
  readonly credentials: NpmCredentials
}

/** Returns the registries of npm settings. Throws a ConfigError that names every wrong registry. */
export function operatorNpmOf(settings: NpmSettings, fallback: string): OperatorNpm {
  const { addresses, problems } = checkedNpmRegistries(settings)
  const isWrong = settings.has('registry') && !addresses.has('registry')
  if (isWrong || problems.length > 0)
    throw new ConfigError([
      ...(isWrong ? ['registry in your npmrc: should be an http or https address without user information'] : []),
      ...problems,
    ])
  return { ...registryChoice(addresses, fallback), credentials: new NpmCredentials(settings) }
}
