import { posix } from 'node:path'
import { Listing } from '../../listing.ts'
import type { ManifestReader } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { childrenOf, parseXml } from '../../syntax/xml.ts'
import { workOf } from '../../work-budget.ts'

/**
 * Reader for Gradle's checksum lists of all resolved artifacts, including build plugins,
 * https://docs.gradle.org/current/userguide/dependency_verification.html. Gradle does not remove old versions from
 * these lists. Runs in linear time.
 */
export const gradleVerification: ManifestReader = {
  id: 'gradle-verification',
  ecosystem: 'Maven',
  kind: 'lockfile',
  names: ['gradle/verification-metadata.xml'],
  reads: (path) => posix.basename(path) === 'verification-metadata.xml',
  read(file) {
    const work = workOf(file)
    const root = parseXml(file.text, work)
    if (root.name !== 'verification-metadata') throw new UnreadableManifest('no-gradle-verification')
    const listing = new Listing(work)
    for (const { name, attributes, line } of childrenOf(root, 'components')) {
      const [group, artifact, version] = ['group', 'name', 'version'].map((key) => attributes.get(key))
      if (name !== 'component') continue
      const role = { dev: false, groups: ['verification'], line }
      if (group && artifact && version) listing.add({ ...role, name: `${group}:${artifact}`, version })
      else
        listing.request({
          ...role,
          name: `${group || '(nothing)'}:${artifact || '(nothing)'}`,
          requested: version || '(nothing)',
          reason: 'entry-without-coordinates',
        })
    }
    return listing.reading()
  },
}
