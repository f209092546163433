import type { ManifestReader } from '../../manifest-reader.ts'
import { readUvLock } from './uv-lock.ts'

/**
 * The lockfile that `uv lock --script` writes beside a script with metadata (PEP 723),
 * https://docs.astral.sh/uv/guides/scripts/#locking-dependencies It answers for that script alone. Files of other tools
 * end in `.py.lock` too: each of uv names the versions of Python.
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
