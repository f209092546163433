/**
 * What lies in a folder only because packages were installed there, where no repository says so: what a
 * lockfile beside it names, and environments of Python, which work in their place only.
 *
 * @param siblings names beside the folder
 * @param inside names in it
 */
export function installedPackagesReason(
  name: string,
  siblings: ReadonlySet<string>,
  inside: () => readonly string[],
): string | undefined {
  const lockfile = name === 'node_modules' ? nodeLockfiles.find((file) => siblings.has(file)) : undefined
  if (lockfile !== undefined) return `it contains installed packages, which ${lockfile} lists`
  if (environmentNames.has(name) && inside().includes('pyvenv.cfg')) return 'it is a Python virtual environment'
  return undefined
}

const nodeLockfiles = ['package-lock.json', 'npm-shrinkwrap.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock']

const environmentNames: ReadonlySet<string> = new Set(['.venv', 'venv', 'env'])
