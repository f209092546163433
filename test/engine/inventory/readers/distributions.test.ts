import { describe, expect, it } from 'vitest'
import { apkInstalled } from '../../../../src/engine/inventory/readers/system/apk-installed.ts'
import { dpkgStatus } from '../../../../src/engine/inventory/readers/system/dpkg-status.ts'
import { cyclonedx } from '../../../../src/engine/inventory/readers/sbom/cyclonedx.ts'
import { spdx } from '../../../../src/engine/inventory/readers/sbom/spdx.ts'
import { distroOf, releaseOf } from '../../../../src/engine/model/distribution.ts'
import { packageOfUrl, packageUrl } from '../../../../src/engine/model/purl.ts'
import { projectInventoryOf } from '../project-inventory-of.ts'
import { readingOf } from './reading.ts'

const debian = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nNAME="Debian GNU/Linux"\nVERSION_ID="12"\nID=debian\n'
const status =
  'Package: libssl3\nStatus: install ok installed\nSource: openssl (3.0.11-1~deb12u2)\n' +
  'Version: 3.0.11-1~deb12u2+b1\n\n' +
  'Package: zlib1g\nStatus: install ok installed\nSource: zlib\nVersion: 1:1.2.13.dfsg-1\n\n' +
  'Package: bash\nStatus: install ok installed\nVersion: 5.2.15-2+b2\n'

describe('releaseOf', () => {
  it.each([
    ['debian', '12', 'Debian:12'],
    ['debian', '12.4', 'Debian:12'],
    ['debian', 'bookworm', 'Debian:12'],
    ['debian', 'sid', undefined],
    ['debian', '', undefined],
    ['debian', '12/../../x', undefined],
    ['ubuntu', '22.04', 'Ubuntu:22.04:LTS'],
    ['ubuntu', '22.10', 'Ubuntu:22.10'],
    ['ubuntu', '23.04', 'Ubuntu:23.04'],
    ['ubuntu', 'jammy', 'Ubuntu:22.04:LTS'],
    ['alpine', '3.19.1', 'Alpine:v3.19'],
    ['alpine', 'v3.9', 'Alpine:v3.9'],
    ['alpine', '3.20_alpha20231219', undefined],
    ['alpine', 'edge', undefined],
    ['raspbian', '12', undefined],
    ['__proto__', '12', undefined],
  ])('of %s %s is %s', (id, version, release) => {
    expect(releaseOf(id, version)).toBe(release)
  })
})

describe('databases of installed packages', () => {
  it('have the release beside them, and the source packages', () => {
    const { packages } = readingOf(dpkgStatus, { 'var/lib/dpkg/status': status, 'etc/os-release': debian })
    expect(
      packages.map(({ name, version, ecosystem, distribution }) => [name, version, ecosystem, distribution]),
    ).toEqual([
      [
        'libssl3',
        '3.0.11-1~deb12u2+b1',
        'Debian',
        { release: 'Debian:12', source: 'openssl', sourceVersion: '3.0.11-1~deb12u2' },
      ],
      [
        'zlib1g',
        '1:1.2.13.dfsg-1',
        'Debian',
        { release: 'Debian:12', source: 'zlib', sourceVersion: '1:1.2.13.dfsg-1' },
      ],
      ['bash', '5.2.15-2+b2', 'Debian', { release: 'Debian:12', source: 'bash', sourceVersion: '5.2.15-2+b2' }],
    ])
  })

  it.each([
    ['image/var/lib/dpkg/status', 'image/usr/lib/os-release', debian, ['Debian', 'Debian:12']],
    ['var/lib/dpkg/status', 'etc/os-release', "ID='ubuntu'\nVERSION_ID='22.04'\n", ['Ubuntu', 'Ubuntu:22.04:LTS']],
    ['var/lib/dpkg/status', 'etc/os-release', 'ID=raspbian\nVERSION_ID="12"\n', [undefined, undefined]],
    ['var/lib/dpkg/status', 'etc/os-release', 'ID=alpine\nVERSION_ID=3.19.1\n', [undefined, undefined]],
    ['var/lib/dpkg/status', 'etc/os-release', 'ID=debian\nVERSION_CODENAME=trixie\n', ['Debian', undefined]],
    ['var/lib/dpkg/status', 'other/etc/os-release', debian, [undefined, undefined]],
    ['a/var/lib/dpkg/status', 'etc/os-release', debian, [undefined, undefined]],
  ])('%s with %s', (path, beside, text, expected) => {
    const { packages } = readingOf(dpkgStatus, { [path]: status, [beside]: text })
    expect(packages.map(({ ecosystem, distribution }) => [ecosystem, distribution?.release])).toEqual(
      packages.map(() => expected),
    )
    expect(packages).toHaveLength(3)
  })

  it('of one package each are two folders deeper', () => {
    const { packages } = readingOf(dpkgStatus, {
      'var/lib/dpkg/status.d/libssl3': status.slice(0, status.indexOf('\n\n')),
      'etc/os-release': debian,
    })
    expect(packages.map(({ distribution }) => distribution?.release)).toEqual(['Debian:12'])
  })

  it.each(['lib/apk/db/installed', 'usr/lib/apk/db/installed'])('of Alpine have origins: %s', (path) => {
    const { packages } = readingOf(apkInstalled, {
      [path]: 'P:libcrypto3\nV:3.1.4-r1\no:openssl\nL:Apache-2.0\n\nP:musl\nV:1.2.4-r2\n',
      'etc/os-release': 'ID=alpine\nVERSION_ID=3.19.1\n',
    })
    expect(packages.map(({ distribution }) => distribution)).toEqual([
      { release: 'Alpine:v3.19', source: 'openssl', sourceVersion: '3.1.4-r1' },
      { release: 'Alpine:v3.19', source: 'musl', sourceVersion: '1.2.4-r2' },
    ])
  })

  it('become components of their own release, with package URLs that name it', async () => {
    const inventory = await projectInventoryOf({
      'a/var/lib/dpkg/status': status,
      'a/etc/os-release': debian,
      'b/var/lib/dpkg/status': status,
      'b/etc/os-release': debian.replace('"12"', '"11"'),
      'c/var/lib/dpkg/status': status,
    })
    expect(inventory.components.filter(({ name }) => name !== 'bash').map(({ purl }) => purl)).toEqual([
      'pkg:deb/debian/libssl3@3.0.11-1~deb12u2+b1?distro=debian-12&upstream=openssl%403.0.11-1%7Edeb12u2',
      'pkg:deb/debian/libssl3@3.0.11-1~deb12u2+b1?distro=debian-11&upstream=openssl%403.0.11-1%7Edeb12u2',
      'pkg:deb/debian/libssl3@3.0.11-1~deb12u2+b1',
      'pkg:deb/debian/zlib1g@1:1.2.13.dfsg-1?distro=debian-12&upstream=zlib',
      'pkg:deb/debian/zlib1g@1:1.2.13.dfsg-1?distro=debian-11&upstream=zlib',
      'pkg:deb/debian/zlib1g@1:1.2.13.dfsg-1',
    ])
  })

  it.each([
    'Source: openssl (',
    'Source: openssl ()',
    'Source: (1)',
    'Source: a/../b (1)',
    `Source: ${'a'.repeat(300)}`,
    'Source: openssl (1 2)',
  ])('with a hostile source have no distribution or that of the package: %s', (line) => {
    const { packages } = readingOf(dpkgStatus, {
      'var/lib/dpkg/status': `Package: a\nStatus: install ok installed\n${line}\nVersion: 1\n`,
      'etc/os-release': debian,
    })
    expect(packages).toHaveLength(1)
    expect(packages[0]?.distribution).toBeUndefined()
  })
})

describe('package URLs of distributions', () => {
  it.each([
    ['pkg:deb/debian/openssl@3.0.11-1?arch=amd64&distro=debian-12', 'Debian', 'Debian:12', 'openssl', '3.0.11-1'],
    ['pkg:deb/debian/a@1?distro=debian-12.4&upstream=b', 'Debian', 'Debian:12', 'b', '1'],
    ['pkg:deb/debian/a@1%2Bb1?distro=bookworm&upstream=b%401', 'Debian', 'Debian:12', 'b', '1'],
    ['pkg:deb/debian/a@1%2Bb1?distro=bookworm&source=b&sourceversion=1', 'Debian', 'Debian:12', 'b', '1'],
    ['pkg:deb/ubuntu/a@1?distro=ubuntu-22.04', 'Ubuntu', 'Ubuntu:22.04:LTS', 'a', '1'],
    [
      'pkg:apk/alpine/libssl3@3.1.4-r1?distro=alpine-3.19.1&upstream=openssl',
      'Alpine',
      'Alpine:v3.19',
      'openssl',
      '3.1.4-r1',
    ],
    ['pkg:apk/alpine/libssl3@3.1.4-r1?distro=3.19&origin=openssl', 'Alpine', 'Alpine:v3.19', 'openssl', '3.1.4-r1'],
  ])('%s', (text, ecosystem, release, source, sourceVersion) => {
    expect(packageOfUrl(text)).toMatchObject({ ecosystem, distribution: { release, source, sourceVersion } })
  })

  it.each([
    'pkg:deb/debian/a@1',
    'pkg:deb/debian/a@1?distro=ubuntu-22.04',
    'pkg:deb/raspbian/a@1?distro=debian-12',
    'pkg:deb/a@1?distro=debian-12',
    'pkg:apk/wolfi/a@1?distro=alpine-3.19',
    'pkg:npm/a@1?distro=debian-12',
    'pkg:deb/debian/a?distro=debian-12',
    'pkg:deb/debian/a@1?distro=debian-12&upstream=b%2F..',
  ])('without a known release: %s', (text) => {
    const named = packageOfUrl(text)
    expect(named).toBeDefined()
    expect(named?.distribution).toBeUndefined()
  })

  it.each(['Debian:12', 'Ubuntu:22.04:LTS', 'Ubuntu:23.10', 'Alpine:v3.19'])('return their release: %s', (release) => {
    const ecosystem = release.startsWith('D') ? 'Debian' : release.startsWith('U') ? 'Ubuntu' : 'Alpine'
    for (const distribution of [
      { release, source: 'a', sourceVersion: '1' },
      { release, source: 'b', sourceVersion: '1' },
      { release, source: 'b', sourceVersion: '2:0+b1' },
    ])
      expect(packageOfUrl(packageUrl(ecosystem, 'a', '1', distribution))).toEqual({
        ecosystem,
        name: 'a',
        version: '1',
        distribution,
      })
    expect(distroOf(release)).toMatch(/^(?:debian|ubuntu|alpine)-[\d.]+$/)
  })
})

describe('bills of materials', () => {
  const purl = 'pkg:deb/debian/libssl3@3.0.11-1?arch=amd64&distro=debian-12'
  const expected = [{ release: 'Debian:12', source: 'openssl', sourceVersion: '1:3.0.11-1' }]

  it('of Trivy in CycloneDX contain the source package as properties', () => {
    const properties = { SrcName: 'openssl', SrcVersion: '3.0.11', SrcEpoch: '1', SrcRelease: '1' }
    const json = JSON.stringify({
      bomFormat: 'CycloneDX',
      components: [
        {
          type: 'library',
          name: 'libssl3',
          version: '3.0.11-1',
          purl,
          properties: Object.entries(properties).map(([name, value]) => ({
            name: `aquasecurity:trivy:${name}`,
            value,
          })),
        },
      ],
    })
    const xml =
      '<bom xmlns="http://cyclonedx.org/schema/bom/1.5"><components><component type="library"><name>libssl3</name>' +
      `<version>3.0.11-1</version><purl>${purl.replace('&', '&amp;')}</purl><properties>` +
      Object.entries(properties)
        .map(([name, value]) => `<property name="aquasecurity:trivy:${name}">${value}</property>`)
        .join('') +
      '</properties></component></components></bom>'
    for (const files of [{ 'bom.json': json }, { 'bom.xml': xml }])
      expect(readingOf(cyclonedx, files).packages.map(({ distribution }) => distribution)).toEqual(expected)
  })

  it('in SPDX contain it as a sentence', () => {
    const json = JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      packages: [
        {
          SPDXID: 'a',
          name: 'libssl3',
          versionInfo: '3.0.11-1',
          sourceInfo: 'built package from: openssl 1:3.0.11-1',
          externalRefs: [{ referenceType: 'purl', referenceLocator: purl }],
        },
      ],
    })
    const tags =
      'SPDXVersion: SPDX-2.3\n\nPackageName: libssl3\nSPDXID: SPDXRef-a\nPackageVersion: 3.0.11-1\n' +
      'PackageSourceInfo: <text>built package from: openssl 1:3.0.11-1</text>\n' +
      `ExternalRef: PACKAGE-MANAGER purl ${purl}\n`
    for (const files of [{ 'a.spdx.json': json }, { 'a.spdx': tags }])
      expect(readingOf(spdx, files).packages.map(({ distribution }) => distribution)).toEqual(expected)
  })
})
