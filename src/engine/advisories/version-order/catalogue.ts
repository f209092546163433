import type { AdvisoryEcosystem, Ecosystem } from '../../model/component.ts'
import { apkOrder } from './apk.ts'
import { cranOrder } from './cran.ts'
import { dpkgOrder } from './dpkg.ts'
import { hackageOrder } from './hackage.ts'
import { mavenOrder } from './maven.ts'
import { nugetOrder } from './nuget.ts'
import { packagistOrder } from './packagist.ts'
import { pubOrder } from './pub.ts'
import { pypiOrder } from './pypi.ts'
import { rubygemsOrder } from './rubygems.ts'
import { semverOrder } from './semver.ts'
import type { VersionOrder } from './version-order.ts'

/** The version order of each ecosystem. */
const versionOrders: Readonly<Record<AdvisoryEcosystem, VersionOrder>> = {
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
}

/** Systems without advisories. */
const uncompared: Readonly<Record<Exclude<Ecosystem, AdvisoryEcosystem>, VersionOrder>> = {
  CocoaPods: semverOrder,
  Carthage: semverOrder,
  Conda: semverOrder,
  CPAN: semverOrder,
  vcpkg: semverOrder,
  Alpine: apkOrder,
  Debian: dpkgOrder,
  generic: semverOrder,
}

const orders: Readonly<Record<Ecosystem, VersionOrder>> = { ...versionOrders, ...uncompared }

/** Returns the version order of an ecosystem. */
export function versionOrderOf(ecosystem: Ecosystem): VersionOrder {
  return orders[ecosystem]
}
