import { isObject } from '../../../sources/package-registries/npm-packument.ts'

type Fields = Readonly<Record<string, unknown>>

/** Fields of a manifest whose packages npm always installs. */
const requiredParts = ['dependencies', 'devDependencies'] as const
const optionalParts = ['optionalDependencies', 'peerDependencies'] as const

/**
 * Returns the first dependency in the manifests that a new lockfile does not place, such as a folder, an archive, or a
 * repository. Other dependencies may be left out if the lockfile before does not place them either.
 *
 * @param manifests fields of the manifests by folder; the folder of the project is empty
 */
export function unplacedRequest(
  manifests: ReadonlyMap<string, unknown>,
  { before, places }: { readonly before: Fields; readonly places: Fields },
): string | undefined {
  const old = isObject(before['packages']) ? before['packages'] : {}
  // Version 1 has no paths.
  const oldNames = isObject(before['packages']) || !isObject(before['dependencies']) ? {} : before['dependencies']
  for (const [folder, manifest] of manifests) {
    const isIn = (of: Fields, name: string) =>
      Object.hasOwn(of, `node_modules/${name}`) ||
      (folder !== '' && Object.hasOwn(of, `${folder}/node_modules/${name}`))
    const required = namesIn(manifest, requiredParts).find((name) => !isIn(places, name))
    if (required !== undefined) return required
    const lost = namesIn(manifest, optionalParts).find(
      (name) => !isIn(places, name) && (isIn(old, name) || Object.hasOwn(oldNames, name)),
    )
    if (lost !== undefined) return lost
  }
  return undefined
}

/** Optional dependencies replace required ones of the same name. */
function namesIn(manifest: unknown, parts: typeof optionalParts | typeof requiredParts): readonly string[] {
  if (!isObject(manifest)) return []
  const optional = isObject(manifest['optionalDependencies']) ? manifest['optionalDependencies'] : {}
  return parts.flatMap((part) => {
    const requests = manifest[part]
    const names = isObject(requests) ? Object.keys(requests) : []
    return parts === requiredParts ? names.filter((name) => !Object.hasOwn(optional, name)) : names
  })
}
