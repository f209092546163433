import { posix } from 'node:path'
import type { ManifestReader } from '../../manifest-reader.ts'
import { installedEntries } from './installed-entries.ts'

/**
 * Reader for the database of installed packages on Debian and its derivatives,
 * https://man7.org/linux/man-pages/man1/dpkg-query.1.html. Images without a package manager have one file per package
 * in `status.d`. Runs in linear time.
 */
export const dpkgStatus: ManifestReader = {
  id: 'dpkg-status',
  ecosystem: 'Debian',
  kind: 'lockfile',
  standsAlone: true,
  names: ['var/lib/dpkg/status', 'var/lib/dpkg/status.d/*'],
  reads: (path) => /(?:^|\/)var\/lib\/dpkg\/(?:status|status\.d\/[^/]+(?<!\.md5sums))$/.test(path),
  read: (file) =>
    installedEntries(file, {
      name: 'Package',
      version: 'Version',
      source: 'Source',
      ecosystems: { debian: 'Debian', ubuntu: 'Ubuntu' },
      root: isOfOnePackage(file.path) ? '../../../..' : '../../..',
      // Packages that were removed stay in the file as long as their configuration remains. Others are `half-installed`
      // or `not-installed`. Files in `status.d` exist only for installed packages, so they may have no status.
      status: {
        field: 'Status',
        isInstalled: (value) => (value === undefined ? isOfOnePackage(file.path) : /(?:^|\s)installed$/.test(value)),
      },
    }),
}

const isOfOnePackage = (path: string): boolean => posix.basename(posix.dirname(path)) === 'status.d'
