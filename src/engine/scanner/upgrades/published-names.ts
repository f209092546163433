import { foreignOrigin } from '../../inventory/readers/javascript/npm-identity.ts'
import { splitPlace } from '../../inventory/readers/javascript/npm-places.ts'
import { isObject } from '../../sources/package-registries/npm-packument.ts'
import type { NpmRegistry } from '../../sources/package-registries/npm-registry.ts'

/**
 * Returns the names of the packages that an npm lockfile installs from the registry that Assay would ask for them. A
 * project can depend on its own name, for example through a release tool. Such a name is published there, so it is not
 * private.
 */
export function publishedNames(
  lockfile: string | undefined,
  { addressOf }: Pick<NpmRegistry, 'addressOf'>,
): ReadonlySet<string> {
  const lock = lockfile === undefined ? undefined : parsedOrUndefined(lockfile)
  if (!isObject(lock)) return new Set()
  const published = [...placedEntries(lock['packages']), ...nestedEntries(lock['dependencies'])].flatMap(
    ({ name, version, resolved }) => {
      const isFromRegistry =
        originOf(resolved) === originOf(addressOf(name)) && foreignOrigin(name, version, resolved) === undefined
      return isFromRegistry ? [name] : []
    },
  )
  return new Set(published)
}

interface RemoteEntry {
  readonly name: string
  readonly version: string
  readonly resolved: string
}

/** Returns the entries in `node_modules` of lockfile versions 2 and 3. */
function placedEntries(packages: unknown): RemoteEntry[] {
  return Object.entries(isObject(packages) ? packages : {}).flatMap(([place, entry]) => {
    const folder = splitPlace(place)?.name
    return folder === undefined || !isObject(entry) ? [] : remoteEntry(folder, entry)
  })
}

/** Returns the entries of lockfile version 1. Aliases are left out. */
function nestedEntries(dependencies: unknown): RemoteEntry[] {
  const found: RemoteEntry[] = []
  const open: unknown[] = [dependencies]
  for (const inFolder of open)
    for (const [folder, entry] of Object.entries(isObject(inFolder) ? inFolder : {})) {
      if (!isObject(entry)) continue
      found.push(...remoteEntry(folder, entry))
      open.push(entry['dependencies'])
    }
  return found
}

function remoteEntry(folder: string, { name, version, resolved }: Readonly<Record<string, unknown>>): RemoteEntry[] {
  return typeof version === 'string' && typeof resolved === 'string' && !version.startsWith('npm:')
    ? [{ name: typeof name === 'string' ? name : folder, version, resolved }]
    : []
}

const originOf = (address: string): string | undefined => URL.parse(address)?.origin

function parsedOrUndefined(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}
