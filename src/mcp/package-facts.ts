import { z } from 'zod'
import type { AdvisoryStore } from '../engine/advisories/advisory-store.ts'
import { versionOrderOf } from '../engine/advisories/version-order/catalogue.ts'
import type { AdvisoryDate, AdvisoryMatch } from '../engine/model/advisory.ts'
import type { Component } from '../engine/model/component.ts'
import { packageUrl } from '../engine/model/purl.ts'
import { compareSeverity } from '../engine/model/severity.ts'
import { Likeness, likenessAmong } from '../engine/rules/supply-chain/names/likeness.ts'
import { popularNames } from '../engine/rules/supply-chain/names/popular-names.ts'
import { packageNaming } from '../engine/sources/package-naming.ts'
import { severity } from './scan-answer.ts'
import type { PackageTarget } from './tool-host.ts'

/** Package facts that need no scan. */
export const packageFactsShape = {
  advisories: z
    .array(z.object({ id: z.string(), severity, summary: z.string(), fixedVersion: z.string().optional() }))
    .describe('Advisories about this version itself, worst first. Those of dependencies are in findings.'),
  advisoriesSyncedAt: z.string().optional().describe('Absent if no advisories are stored yet.'),
  saferVersion: z.string().optional().describe('A later version without known advisories, if this version has some.'),
  resembles: z
    .object({ name: z.string(), likeness: z.enum(Likeness.options) })
    .optional()
    .describe('A popular package with a similar name, which the user may have meant.'),
}

const PackageFacts = z.object(packageFactsShape)

export interface KnownFacts extends z.input<typeof PackageFacts> {
  readonly isMalware: boolean
  readonly date?: AdvisoryDate
}

const maxAdvisories = 10

/** Looks up a package in the stored advisories and the list of popular names. Uses no network. */
export async function knownFacts(
  store: AdvisoryStore,
  target: PackageTarget,
  { version, signal }: { readonly version: string | undefined; readonly signal: AbortSignal },
): Promise<KnownFacts> {
  const { ecosystem } = packageNaming[target.type]
  const { date } = await store.ready(ecosystem, signal)
  const component = version === undefined ? undefined : componentOf(target, version)
  const { matches } = date && component ? await store.match([component]) : { matches: [] }
  const saferVersion = await findSaferVersion(store, target, matches)
  const resembles = resemblanceOf(target)
  return {
    advisories: matches.toSorted(worstFirst).slice(0, maxAdvisories).map(adviceOf),
    isMalware: matches.some(({ malicious }) => malicious),
    ...(date && { date, advisoriesSyncedAt: date.syncedAt }),
    ...(saferVersion !== undefined && { saferVersion }),
    ...(resembles && { resembles }),
  }
}

function componentOf({ type, name }: PackageTarget, version: string): Component {
  const { ecosystem } = packageNaming[type]
  return {
    purl: packageUrl(ecosystem, name, version),
    name,
    version,
    ecosystem,
    direct: true,
    dev: false,
    introducedBy: [],
  }
}

const worstFirst = (a: AdvisoryMatch, b: AdvisoryMatch) => compareSeverity(a.severity, b.severity)

function adviceOf({ advisory: { id, fixedVersion }, severity, summary }: AdvisoryMatch) {
  return { id, severity, summary, ...(fixedVersion !== undefined && { fixedVersion }) }
}

/** Maximum number of fixed versions to try. A fixed version may itself be affected by advisories with a later fix. */
const maxSteps = 5

/**
 * Returns a later version without known advisories. Returns undefined if an advisory lists no fixed version, as for
 * malware.
 */
async function findSaferVersion(
  store: AdvisoryStore,
  target: PackageTarget,
  matches: readonly AdvisoryMatch[],
): Promise<string | undefined> {
  let open = matches
  for (let step = 0; step < maxSteps && open.length > 0; step += 1) {
    const version = lastFix(target, open)
    if (version === undefined) return undefined
    open = (await store.match([componentOf(target, version)])).matches
    if (open.length === 0) return version
  }
  return undefined
}

/** Returns the highest fixed version, or undefined if an advisory lists none. */
function lastFix({ type }: PackageTarget, matches: readonly AdvisoryMatch[]): string | undefined {
  const fixes = matches.flatMap(({ advisory: { fixedVersion } }) => fixedVersion ?? [])
  if (fixes.length < matches.length) return undefined
  const order = versionOrderOf(packageNaming[type].ecosystem)
  return fixes.toSorted((a, b) => {
    const [left, right] = [order.parse(a), order.parse(b)]
    return left === undefined || right === undefined ? 0 : order.compare(right, left)
  })[0]
}

function resemblanceOf({ type, name }: PackageTarget): KnownFacts['resembles'] {
  const ecosystem = type === 'npm' ? 'npm' : 'PyPI'
  const plain = name.toLowerCase()
  const lookAlike = popularNames.has(ecosystem, plain) ? undefined : likenessAmong(plain, popularNames[ecosystem])
  return lookAlike && { name: lookAlike.popular, likeness: lookAlike.likeness }
}
