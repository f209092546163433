/** Returns a path of folders or names with this depth. */
const deep = (name: string, depth: number): string => Array.from({ length: depth }, () => name).join('/')

/** Returns a bun.lock in which each name must be looked up at 500 levels. */
export function costlyBunLock(names: number): string {
  const dependencies = Object.fromEntries(Array.from({ length: names }, (_, index) => [`d${index}`, '1']))
  const packages = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [
      `${deep('a', 500)}${index}`,
      [`x${index}@1.0.0`, '', { dependencies }, ''],
    ]),
  )
  return JSON.stringify({
    lockfileVersion: 1,
    workspaces: { '': { name: 'hostile', dependencies: { a: '1' } } },
    packages,
  })
}

/**
 * Returns a package-lock.json of version 1 with this many nested levels. Each level requires many names that no level
 * contains.
 */
export function costlyPackageLock(depth: number, names: number): string {
  const requires = Object.fromEntries(Array.from({ length: names }, (_, index) => [`r${index}`, '1']))
  let dependencies: Record<string, unknown> = {}
  for (let level = 0; level < depth; level += 1)
    dependencies = { [`l${level}`]: { version: '1.0.0', requires, dependencies } }
  return JSON.stringify({ name: 'hostile', version: '1.0.0', lockfileVersion: 1, dependencies })
}

/** Returns a package.json with workspace patterns that can match in very many ways. */
export function costlyWorkspaces(segments: number): string {
  return JSON.stringify({ name: 'hostile', workspaces: Array.from({ length: 50 }, () => `${deep('**', segments)}/x`) })
}

/** Returns a project with the most expensive manifests for their size. */
export function costlyManifests(): Record<string, string> {
  const member = (index: number) => [`${deep(`m${index}`, 60)}/package.json`, '{}'] as const
  return {
    'bun/bun.lock': costlyBunLock(700),
    'lock/package-lock.json': costlyPackageLock(200, 250),
    'package.json': costlyWorkspaces(1_000),
    ...Object.fromEntries([0, 1, 2].map(member)),
  }
}

/** Returns a package-lock.json of version 3 with this number of packages. Each requires the three after it. */
export function manyPackages(count: number): string {
  const names = Array.from({ length: count }, (_, index) => `package-${index}`)
  const packages: Record<string, unknown> = {
    '': { name: 'hostile', version: '1.0.0', dependencies: { 'package-0': '1' } },
  }
  for (const [index, name] of names.entries())
    packages[`node_modules/${name}`] = {
      version: '1.0.0',
      dependencies: Object.fromEntries(names.slice(index + 1, index + 4).map((needed) => [needed, '1'])),
    }
  return JSON.stringify({ name: 'hostile', version: '1.0.0', lockfileVersion: 3, packages })
}
