import type { ManifestReader } from '../../manifest-reader.ts'
import { readUvLock } from './uv-lock.ts'

/**
 * Reader for the lockfile that `uv lock --script` writes next to a script with inline metadata (PEP 723),
 * https://docs.astral.sh/uv/guides/scripts/#locking-dependencies. The lockfile covers only that script. Other tools
 * also write `.py.lock` files. uv lockfiles are recognized by their Python versions, which are always present.
 */
export const scriptLock: ManifestReader = {
  id: 'script-lock',
  ecosystem: 'PyPI',
  kind: 'lockfile',
  standsAlone: true,
  signature: 'requires-python',
  names: ['*.py.lock'],
  reads: (path) => path.endsWith('.py.lock'),
  read: readUvLock,
}
