import { Enums, Models, Types } from '@cyclonedx/cyclonedx-library'
import type { AdvisoryReference, Cvss } from '../../model/advisory.ts'
import type { Component } from '../../model/component.ts'
import type { Finding } from '../../model/finding.ts'
import type { Reachability } from '../../model/reachability.ts'
import { reachabilityText } from '../../model/reachability-text.ts'
import type { Severity } from '../../model/severity.ts'

const { AnalysisJustification, AnalysisState, AnalysisResponse, AnalysisResponseRepository, RatingMethod } =
  Enums.Vulnerability
type Reference = Models.BomRef

/** Finding about a package version that is affected by an advisory. */
type AdvisedFinding = Finding & { readonly advisory: AdvisoryReference; readonly component: Component }

/**
 * Returns one entry per combination of advisory and analysis. For example, an advisory has two entries if it is
 * suppressed for one package and open for another.
 */
export function vulnerabilitiesOf(
  findings: readonly Finding[],
  referenceOf: (component: Component) => Reference,
): Models.Vulnerability.Vulnerability[] {
  const groups = new Map<string, AdvisedFinding[]>()
  for (const finding of findings) {
    if (!isAdvised(finding)) continue
    const key = JSON.stringify([finding.advisory.id, analysisOf(finding)])
    const group = groups.get(key)
    if (group) group.push(finding)
    else groups.set(key, [finding])
  }
  return [...groups].map(([, group], index) => vulnerabilityOf(group, referenceOf, index))
}

function isAdvised(finding: Finding): finding is AdvisedFinding {
  return finding.advisory !== undefined && finding.component !== undefined
}

function vulnerabilityOf(
  group: readonly AdvisedFinding[],
  referenceOf: (component: Component) => Reference,
  index: number,
): Models.Vulnerability.Vulnerability {
  const [first] = group
  if (first === undefined) throw new Error('an empty group of findings')
  const { advisory, title, message, remediation, severity, cwe } = first
  const { state, justification, response, detail } = analysisOf(first)
  return new Models.Vulnerability.Vulnerability({
    bomRef: `vulnerability-${index + 1}`,
    id: advisory.id,
    source: osv(advisory.id),
    references: new Models.Vulnerability.ReferenceRepository(
      advisory.aliases.map((alias) => new Models.Vulnerability.Reference(alias, osv(alias))),
    ),
    ratings: new Models.Vulnerability.RatingRepository([ratingOf(advisory.cvss, severity)]),
    cwes: new Types.CweRepository(cwe.map((id) => Number(id.replace(/^CWE-/i, ''))).filter(Types.isCWE)),
    description: title,
    detail: message,
    recommendation: remediation,
    advisories: new Models.Vulnerability.AdvisoryRepository([new Models.Vulnerability.Advisory(advisory.url)]),
    analysis: new Models.Vulnerability.Analysis({
      state,
      detail,
      ...(justification && { justification }),
      ...(response && { response: new AnalysisResponseRepository([response]) }),
    }),
    affects: new Models.Vulnerability.AffectRepository(
      group.map(
        ({ component }) =>
          new Models.Vulnerability.Affect(referenceOf(component), {
            versions: new Models.Vulnerability.AffectedVersionRepository([
              new Models.Vulnerability.AffectedSingleVersion(component.version, {
                status: Enums.Vulnerability.AffectStatus.Affected,
              }),
            ]),
          }),
      ),
    ),
    properties: new Models.PropertyRepository([
      ...group.map(({ fingerprint }) => new Models.Property('assay:fingerprint', fingerprint)),
      ...(advisory.kev ? [new Models.Property('assay:kev', advisory.kev.addedAt)] : []),
      ...(advisory.epss ? [new Models.Property('assay:epss', String(advisory.epss.score))] : []),
      ...(advisory.fixedVersion === undefined
        ? []
        : [new Models.Property('assay:fixed-version', advisory.fixedVersion)]),
    ]),
  })
}

/** VEX analysis of a finding. */
interface Analysis {
  readonly state: (typeof AnalysisState)[keyof typeof AnalysisState]
  readonly justification?: (typeof AnalysisJustification)[keyof typeof AnalysisJustification]
  readonly response?: (typeof AnalysisResponse)[keyof typeof AnalysisResponse]
  readonly detail: string
}

/**
 * Returns the VEX analysis: resolved if fixed, not affected if suppressed, and otherwise by reachability. Reachable
 * code stays exploitable if the finding is suppressed.
 */
function analysisOf({ state, suppression, component, reachability }: AdvisedFinding): Analysis {
  if (state === 'fixed')
    return { state: AnalysisState.Resolved, detail: 'The project no longer contains the affected version.' }
  if (state === 'suppressed') {
    const until = suppression?.expires === undefined ? '' : ` until ${suppression.expires}`
    return {
      state: reachability?.status === 'reachable' ? AnalysisState.Exploitable : AnalysisState.NotAffected,
      response: AnalysisResponse.WillNotFix,
      detail: suppression ? `Suppressed by ${suppression.by}${until}: ${suppression.reason}` : 'Suppressed.',
    }
  }
  if (!reachability)
    return {
      state: AnalysisState.InTriage,
      detail: 'The version is in the affected range. Assay did not check whether the vulnerable code is reachable.',
    }
  return { ...statesByReachability[reachability.status], detail: reachabilityText(component.name, reachability) }
}

const notReachable = { state: AnalysisState.NotAffected, justification: AnalysisJustification.CodeNotReachable }
const statesByReachability: Readonly<Record<Reachability['status'], Omit<Analysis, 'detail'>>> = {
  reachable: { state: AnalysisState.Exploitable },
  imported: notReachable,
  'not-loaded': notReachable,
  unknown: { state: AnalysisState.InTriage },
}

function ratingOf(cvss: Cvss | undefined, severity: Severity): Models.Vulnerability.Rating {
  return new Models.Vulnerability.Rating({
    severity: severities[severity],
    ...(cvss && { score: cvss.score, vector: cvss.vector, method: methods[cvss.version] ?? RatingMethod.Other }),
  })
}

const severities = {
  critical: Enums.Vulnerability.Severity.Critical,
  high: Enums.Vulnerability.Severity.High,
  medium: Enums.Vulnerability.Severity.Medium,
  low: Enums.Vulnerability.Severity.Low,
  info: Enums.Vulnerability.Severity.Info,
} as const satisfies Record<Severity, unknown>

const methods: Readonly<Record<string, (typeof RatingMethod)[keyof typeof RatingMethod]>> = {
  '2.0': RatingMethod.CVSSv2,
  '3.0': RatingMethod.CVSSv3,
  '3.1': RatingMethod.CVSSv31,
  '4.0': RatingMethod.CVSSv4,
}

/** Names OSV as the source of an ID, because OSV has a page for each ID. */
function osv(id: string): Models.Vulnerability.Source {
  return new Models.Vulnerability.Source({
    name: 'OSV',
    url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
  })
}
