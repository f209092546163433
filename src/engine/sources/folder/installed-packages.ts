/**
 * Returns the reason for treating a folder outside a repository as installed packages: either a lockfile next to the
 * folder implies it, or the folder is a Python virtual environment, which works only in its original location.
 *
 * @param siblings names next to the folder
 * @param inside names in the folder
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
