import type { ManifestReader } from '../../manifest-reader.ts'
import { installedEntries } from './installed-entries.ts'

/**
 * Reader for Alpine's database of installed packages, https://wiki.alpinelinux.org/wiki/Apk_spec. Runs in linear time.
 */
export const apkInstalled: ManifestReader = {
  id: 'apk-installed',
  ecosystem: 'Alpine',
  kind: 'lockfile',
  standsAlone: true,
  names: ['lib/apk/db/installed'],
  reads: (path) => /(?:^|\/)lib\/apk\/db\/installed$/.test(path),
  read: (file) =>
    installedEntries(file, {
      name: 'P',
      version: 'V',
      license: 'L',
      source: 'o',
      ecosystems: { alpine: 'Alpine' },
      // Since version 3, apk stores its database below usr.
      root: /(?:^|\/)usr\/lib\/apk\/db\/installed$/.test(file.path) ? '../../../..' : '../../..',
    }),
}
