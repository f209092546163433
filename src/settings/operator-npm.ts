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
 * Validates the registries in npm settings. Skips `registry`, because it is also an Assay setting with its own check.
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

/** Registries and credentials of the user who runs `assay scan`. */
export interface OperatorNpm extends NpmRegistryChoice {
  readonly credentials: NpmCredentials
}

/** Returns the registries in npm settings. Throws a ConfigError that lists every invalid registry. */
export function operatorNpmOf(settings: NpmSettings, fallback: string): OperatorNpm {
  const { addresses, problems } = checkedNpmRegistries(settings)
  const isInvalid = settings.has('registry') && !addresses.has('registry')
  if (isInvalid || problems.length > 0)
    throw new ConfigError([
      ...(isInvalid
        ? ['registry in your npmrc: The value is invalid. Use an http or https URL without a user name or password.']
        : []),
      ...problems,
    ])
  return { ...registryChoice(addresses, fallback), credentials: new NpmCredentials(settings) }
}
