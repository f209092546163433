import type { Location as SarifLocation, Log, ReportingDescriptor, Result, Run } from 'sarif'
import type { Finding, TraceStep } from '../model/finding.ts'
import type { Product } from '../model/product.ts'
import type { CallStep, Reachability } from '../model/reachability.ts'
import { callStepText } from '../model/reachability-text.ts'
import type { RuleDocument } from '../model/rule.ts'
import type { SourceIdentity } from '../model/target.ts'
import { originalText } from './original-text.ts'
import { notLockedAt } from './report-facts.ts'
import { plainMessage } from './sarif-message.ts'
import { descriptorIdOf, describeAdvisory, describeRule } from './sarif-rules.ts'

/** Parts of a scan that are included in its SARIF run. */
export interface SarifScan {
  /** ID for `automationDetails`. Distinguishes this scan from other scans of the project. */
  readonly id: string
  /** Absent if nothing was scanned. */
  readonly source?: SourceIdentity | undefined
  /** Open and suppressed findings. Fixed findings are not results of this scan. */
  readonly findings: readonly Finding[]
  /** Coverage gaps and notices, as sentences. */
  readonly gaps: readonly string[]
  /** Time when versions not specified in a lockfile were resolved, ISO 8601. */
  readonly resolvedAt?: string | undefined
  /** Why the scan has no result. */
  readonly failure?: { readonly code: string; readonly message: string } | undefined
}

const levels = { critical: 'error', high: 'error', medium: 'warning', low: 'note', info: 'note' } as const

/**
 * Returns a SARIF 2.1.0 log (https://docs.oasis-open.org/sarif/sarif/v2.1.0/) with one run per scan. Equal scans
 * produce equal bytes.
 */
export function sarifLog(
  scans: readonly SarifScan[],
  { rules, tool }: { rules: readonly RuleDocument[]; tool: Product },
): Log {
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: scans.map((scan) => runOf(scan, rules, tool)),
  }
}

function runOf(
  { id, source, findings, gaps, resolvedAt, failure }: SarifScan,
  rules: readonly RuleDocument[],
  tool: Product,
): Run {
  const descriptors = describeAll(findings, rules)
  const places = new Map(descriptors.map((descriptor, index) => [descriptor.id, index]))
  const notices = [
    ...[...(failure ? [`${failure.code}: ${failure.message}`] : []), ...gaps].map((text) => ({
      level: failure ? ('error' as const) : ('warning' as const),
      message: { text: plainMessage(text) },
    })),
    ...(resolvedAt === undefined
      ? []
      : [{ level: 'note' as const, message: { text: `Dependencies ${notLockedAt(resolvedAt)}.` } }]),
  ]
  return {
    tool: {
      driver: {
        name: tool.name,
        version: tool.version,
        ...(tool.homepage !== undefined && { informationUri: tool.homepage }),
        rules: descriptors,
      },
    },
    automationDetails: { id: `assay/${id}` },
    columnKind: 'utf16CodeUnits',
    invocations: [
      {
        executionSuccessful: failure === undefined,
        ...(notices.length > 0 && { toolExecutionNotifications: notices }),
      },
    ],
    ...(source?.type === 'git' && {
      versionControlProvenance: [
        {
          repositoryUri: source.canonicalUrl,
          revisionId: source.revision,
          ...(source.ref !== undefined && { branch: source.ref }),
        },
      ],
    }),
    results: findings.map((finding) => resultOf(finding, places.get(descriptorIdOf(finding)) ?? -1, resolvedAt)),
  }
}

/**
 * Describes all rules that results refer to, sorted by ID. Each advisory becomes a separate rule, because code scanning
 * shows one severity per rule.
 */
function describeAll(findings: readonly Finding[], rules: readonly RuleDocument[]): ReportingDescriptor[] {
  const byId = new Map<string, ReportingDescriptor>()
  for (const finding of findings) {
    const id = descriptorIdOf(finding)
    if (byId.has(id)) continue
    const rule = rules.find((rule) => rule.id === finding.ruleId)
    byId.set(id, finding.advisory ? describeAdvisory(finding, finding.advisory, rule) : describeRule(finding, rule))
  }
  return [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}

function resultOf(finding: Finding, ruleIndex: number, resolvedAt: string | undefined): Result {
  const { message, severity, state, suppression, fingerprint, component, precision, remediation, guard } = finding
  const location = locationOf(finding)
  const original = finding.location?.original
  return {
    ruleId: descriptorIdOf(finding),
    ruleIndex,
    level: levels[severity],
    kind: 'fail',
    message: { text: plainMessage(`${message} ${remediation}`.trim()) },
    locations: [location],
    ...(original && {
      relatedLocations: [
        {
          id: 1,
          ...place(original.path, original.line),
          message: { text: 'Original source, according to the source map.' },
        },
      ],
    }),
    // GitHub uses this hash to distinguish alerts from the same rule on the same line. Without it, GitHub hashes only
    // the line.
    partialFingerprints: { primaryLocationLineHash: `${fingerprint}:1`, 'assay/v1': fingerprint },
    baselineState: state === 'existing' ? 'unchanged' : 'new',
    ...(state === 'suppressed' && {
      suppressions: [
        {
          kind: suppression?.by.startsWith('inline ') === true ? 'inSource' : 'external',
          status: 'accepted',
          ...(suppression && { justification: suppression.reason }),
        },
      ],
    }),
    ...codeFlowsOf(finding),
    properties: {
      severity,
      precision,
      ...(component && { purl: component.purl, dev: component.dev, direct: component.direct }),
      ...(component?.locked === false && { locked: false, resolvedAt: component.resolvedAt ?? resolvedAt }),
      ...(guard && { guard }),
      ...(finding.reachability && { reachability: reachabilityProperty(finding.reachability) }),
    },
  }
}

/** Returns the data flow of a finding in code, or the call path to vulnerable code. */
function codeFlowsOf({ trace = [], reachability }: Finding): Pick<Result, 'codeFlows'> {
  const steps = [
    ...trace.map((step) => ({ ...place(step.path, step.line), message: { text: stepText(step) } })),
    ...(reachability?.path ?? []).map(callLocation),
  ]
  if (steps.length === 0) return {}
  return { codeFlows: [{ threadFlows: [{ locations: steps.map((location) => ({ location })) }] }] }
}

/** Returns the location of a step in the project, or in a package that is not part of the scanned files. */
function callLocation(step: CallStep): SarifLocation {
  const { package: within, path, line } = step
  const message = { text: plainMessage(callStepText(step)) }
  if (within === undefined) return { ...place(path, line), message }
  const artifactLocation = { ...artifact(`${within}/${path}`), uriBaseId: packagesBase }
  return { physicalLocation: { artifactLocation, region: { startLine: line } }, message }
}

/** Base of paths in packages. It is not defined, because a scan does not know where packages are installed. */
const packagesBase = 'PACKAGES'

function reachabilityProperty({ status, reason, detail, functions }: Reachability) {
  return {
    status,
    ...(functions && { functions }),
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
  }
}

/** Adds the original location to the message, because SARIF steps have no field for it. */
function stepText({ message, original }: TraceStep): string {
  return plainMessage(original ? `${message} (built from ${originalText(original)})` : message)
}

/**
 * Returns the location in a file, or the package's entry in its manifest. Every result needs one, because code scanning
 * rejects results without a location.
 */
function locationOf({ location, component }: Finding): SarifLocation {
  const introduction = component?.introducedBy[0]
  if (!location) return place(introduction?.manifest ?? '.', introduction?.line ?? 1)
  const { path, startLine = 1, startColumn, endLine, endColumn, snippet } = location
  const region = {
    startLine,
    ...(startColumn !== undefined && { startColumn }),
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
  }
  return {
    physicalLocation: {
      artifactLocation: artifact(path),
      region: { ...region, ...(snippet !== undefined && { snippet: { text: snippet } }) },
    },
  }
}

function place(path: string, startLine: number): SarifLocation {
  return { physicalLocation: { artifactLocation: artifact(path), region: { startLine } } }
}

/**
 * Returns a path as a relative URI reference. Colons are escaped, because one in the first segment would look like the
 * end of a scheme.
 */
function artifact(path: string): { uri: string; uriBaseId: string } {
  return {
    uri: path
      .split('/')
      .map((segment) => encodeURIComponent(segment.toWellFormed()))
      .join('/'),
    uriBaseId: '%SRCROOT%',
  }
}
