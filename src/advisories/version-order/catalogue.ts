import type { Ecosystem } from '../../model/component.ts'
import { semverOrder } from './semver.ts'
import type { VersionOrder } from './version-order.ts'

/** The order of each ecosystem's versions. Advisories of an ecosystem that is not here are stored and never matched. */
const versionOrders: Partial<Record<Ecosystem, VersionOrder>> = {
  npm: semverOrder,
}

/** Undefined when components of the ecosystem cannot be compared with advisories yet. */
export function versionOrderOf(ecosystem: Ecosystem): VersionOrder | undefined {
  return versionOrders[ecosystem]
}
