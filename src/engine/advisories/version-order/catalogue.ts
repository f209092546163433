import type { Ecosystem, MatchedEcosystem } from '../../model/component.ts'
import { apkOrder } from './apk.ts'
import { cranOrder } from './cran.ts'
import { dpkgOrder } from './dpkg.ts'
import { gitOrder } from './git.ts'
import { hackageOrder } from './hackage.ts'
import { mavenOrder } from './maven.ts'
import { nugetOrder } from './nuget.ts'
import { packagistOrder } from './packagist.ts'
import { pubOrder } from './pub.ts'
import { pypiOrder } from './pypi.ts'
import { rubygemsOrder } from './rubygems.ts'
import { semverOrder } from './semver.ts'
import type { VersionOrder } from './version-order.ts'

/** Version order of each ecosystem. */
const versionOrders: Readonly<Record<MatchedEcosystem, VersionOrder>> = {
  npm: semverOrder,
  PyPI: pypiOrder,
  Go: semverOrder,
  'crates.io': semverOrder,
  'GitHub Actions': semverOrder,
  Maven: mavenOrder,
  NuGet: nugetOrder,
  RubyGems: rubygemsOrder,
  Packagist: packagistOrder,
  Hex: semverOrder,
  Pub: pubOrder,
  Hackage: hackageOrder,
  SwiftURL: semverOrder,
  CRAN: cranOrder,
  ConanCenter: semverOrder,
  Alpine: apkOrder,
  Debian: dpkgOrder,
  Ubuntu: dpkgOrder,
  GIT: gitOrder,
}

/** Ecosystems without advisories, so their versions are never compared. */
const uncompared: Readonly<Record<Exclude<Ecosystem, MatchedEcosystem>, VersionOrder>> = {
  CocoaPods: semverOrder,
  Carthage: semverOrder,
  Conda: semverOrder,
  CPAN: semverOrder,
  vcpkg: semverOrder,
  generic: semverOrder,
}

const orders: Readonly<Record<Ecosystem, VersionOrder>> = { ...versionOrders, ...uncompared }

export function versionOrderOf(ecosystem: Ecosystem): VersionOrder {
  return orders[ecosystem]
}
