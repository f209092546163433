import { type AdvisoryEcosystem, type Ecosystem, hasAdvisories } from '../../model/component.ts'
import { cranOrder } from './cran.ts'
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

/** Versions of ecosystems without advisories are never compared. */
export function versionOrderOf(ecosystem: Ecosystem): VersionOrder {
  return hasAdvisories(ecosystem) ? versionOrders[ecosystem] : semverOrder
}
