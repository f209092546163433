import { z } from 'zod'

/** A distribution release and a source package. Distribution advisories refer to source packages of one release. */
export const Distribution = z
  .object({
    release: z
      .string()
      .meta({ description: 'OSV name of the release.', examples: ['Debian:12', 'Alpine:v3.19', 'Ubuntu:22.04:LTS'] }),
    source: z
      .string()
      .meta({ description: 'Name of the source package that the package was built from.', examples: ['openssl'] }),
    sourceVersion: z.string().meta({ description: 'Version of the source package.', examples: ['3.0.11-1~deb12u2'] }),
  })
  .meta({ id: 'Distribution', description: 'Release and source package of a package of a distribution.' })
export type Distribution = z.infer<typeof Distribution>

/**
 * Debian releases by code name, https://www.debian.org/releases/. Package URLs may contain the code name or the
 * version.
 */
const debianReleases: ReadonlyMap<string, string> = new Map([
  ['wheezy', '7'],
  ['jessie', '8'],
  ['stretch', '9'],
  ['buster', '10'],
  ['bullseye', '11'],
  ['bookworm', '12'],
  ['trixie', '13'],
  ['forky', '14'],
])

/** Ubuntu long-term support releases by code name, https://wiki.ubuntu.com/Releases. */
const ubuntuReleases: ReadonlyMap<string, string> = new Map([
  ['trusty', '14.04'],
  ['xenial', '16.04'],
  ['bionic', '18.04'],
  ['focal', '20.04'],
  ['jammy', '22.04'],
  ['noble', '24.04'],
])

/**
 * Returns the OSV name of a release, https://ossf.github.io/osv-schema/#defined-ecosystems. Undefined for other
 * distributions, for development versions such as Debian sid and Alpine edge, and for invalid versions.
 *
 * @param id `ID` of os-release(5)
 * @param version its `VERSION_ID`, or the code name
 */
export function releaseOf(id: string, version: string): string | undefined {
  switch (id) {
    case 'debian': {
      const [, major] = /^(\d{1,3})(?:\.\d{1,3}){0,2}$/.exec(debianReleases.get(version) ?? version) ?? []
      return major && `Debian:${major}`
    }
    case 'ubuntu': {
      const [, year, month] = /^(\d\d)\.(\d\d)(?:\.\d{1,3})?$/.exec(ubuntuReleases.get(version) ?? version) ?? []
      // April releases in even years have long-term support.
      const isLongTerm = month === '04' && Number(year) % 2 === 0
      return year && `Ubuntu:${year}.${month}${isLongTerm ? ':LTS' : ''}`
    }
    case 'alpine': {
      const [, branch] = /^v?(\d{1,3}\.\d{1,3})(?:\.\d{1,3})?$/.exec(version) ?? []
      return branch && `Alpine:v${branch}`
    }
    default:
      return undefined
  }
}

/** Returns the `distro` qualifier of a package URL: `debian-12`, `ubuntu-22.04`, `alpine-3.19`. */
export function distroOf(release: string): string {
  const [system = '', version = ''] = release.split(':')
  return `${system.toLowerCase()}-${version.replace(/^v/, '')}`
}

/** Valid names and versions of distribution packages. */
const validName = /^[a-z\d][a-z\d+._-]{0,150}$/i
const validVersion = /^[\w.+~:-]{1,150}$/

/** Returns the distribution of a package. Undefined if the release is unknown or the source package is invalid. */
export function distributionOf(
  release: string | undefined,
  source: string,
  sourceVersion: string,
): Distribution | undefined {
  return release !== undefined && validName.test(source) && validVersion.test(sourceVersion)
    ? { release, source, sourceVersion }
    : undefined
}
