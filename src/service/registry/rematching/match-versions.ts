import { createHash } from 'node:crypto'
import { componentOfKey } from '../../../engine/advisories/advisory-key.ts'
import type { VersionFlaw } from '../../../engine/advisories/match-component.ts'
import { withCachedPlans } from '../../db/with-cached-plans.ts'
import type { Database } from '../../db/client.ts'
import {
  insertFlaws,
  listFlawDigests,
  type PackageFlawRow,
  type PackageVersionRow,
  removeFlaws,
} from '../../db/rematching/packages.ts'
import type { AdvisoryMatch } from '../../../engine/model/advisory.ts'
import { storableDocument } from '../../db/storable-document.ts'
import type { RematchContext } from './rematch-context.ts'

/**
 * Matches stored package versions against the current advisories, and stores the differences. Returns the IDs of
 * versions whose vulnerabilities changed.
 */
export async function matchVersions(
  { matcher }: Pick<RematchContext, 'matcher'>,
  tx: Database,
  versions: readonly PackageVersionRow[],
): Promise<number[]> {
  const asked = new Map(versions.map((version) => [componentOf(version), version.id]))
  const { matches } = await matcher.match([...asked.keys()], { withExploitation: false })
  const found = Map.groupBy(matches, ({ component }) => asked.get(component) ?? 0)
  const stored = Map.groupBy(
    await listFlawDigests(
      tx,
      versions.map(({ id }) => id),
    ),
    ({ packageVersionId }) => packageVersionId,
  )
  const flaws = new Map(
    versions.map(({ id }) => [id, (found.get(id) ?? []).map((match, ordinal) => flawRow(id, ordinal, match))]),
  )
  const changed = versions
    .map(({ id }) => id)
    .filter((id) => fingerprintOf(flaws.get(id) ?? []) !== fingerprintOf(stored.get(id) ?? []))
  await removeFlaws(
    tx,
    changed.filter((id) => stored.has(id)),
  )
  await withCachedPlans(tx, () =>
    insertFlaws(
      tx,
      changed.flatMap((id) => flaws.get(id) ?? []),
    ),
  )
  return changed
}

/**
 * Creates a component without project data, because a package version's vulnerabilities do not depend on the project.
 */
const componentOf = ({ ecosystem, packageName, version }: PackageVersionRow) =>
  componentOfKey({ ecosystem, name: packageName, version })

/**
 * Creates a vulnerability row, without exploitation data. That data changes daily and is added when findings are
 * created.
 */
function flawRow(
  packageVersionId: number,
  ordinal: number,
  { advisory: { kev: _kev, epss: _epss, ...advisory }, summary, severity, cwe, malicious }: AdvisoryMatch,
): PackageFlawRow {
  const flaw: VersionFlaw = storableDocument({ advisory, summary, severity, cwe, malicious })
  const text = JSON.stringify(flaw)
  return {
    packageVersionId,
    advisoryId: flaw.advisory.id,
    ordinal,
    ids: [flaw.advisory.id, ...flaw.advisory.aliases],
    digest: createHash('sha256').update(text).digest('base64url'),
    flaw: text,
  }
}

function fingerprintOf(flaws: readonly Pick<PackageFlawRow, 'advisoryId' | 'digest'>[]): string {
  return JSON.stringify(
    flaws
      .map(({ advisoryId, digest }) => [advisoryId, digest])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  )
}
