import { z } from 'zod'
import { severityOf } from '../../../engine/advisories/severity.ts'
import { isMalwareId } from '../../../engine/advisories/description.ts'
import type { StoredAdvisory } from '../../../engine/advisories/file-store/find-advisory.ts'
import type { Finding } from '../../../engine/model/finding.ts'
import { RuleDocument } from '../../../engine/model/rule.ts'
import type { ScanReport } from '../../../engine/model/scan-report.ts'
import { detectors } from '../../../engine/rules/catalogue.ts'
import { severity as severityShape } from '../scan-answer.ts'
import { defineTool, type ToolContext } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import { scanId } from '../tool-inputs.ts'
import { notice } from '../untrusted.ts'

const Step = z.object({ path: z.string(), line: z.int(), message: z.string() })

const Explanation = z.object({
  notice,
  kind: z.enum(['rule', 'advisory', 'finding']),
  id: z.string(),
  title: z.string(),
  severity: severityShape,
  what: z.string().describe('What is wrong.'),
  why: z.string().describe('Why it matters.'),
  howToFix: z.string(),
  cwe: z.array(z.string()),
  owaspMcp: z.array(z.string()),
  path: z.string().optional(),
  line: z.int().optional(),
  code: z.string().optional().describe('The line of the scanned file, with secrets masked.'),
  trace: z.array(Step).optional().describe('From the untrusted source to the dangerous call.'),
  packages: z.array(z.string()).optional().describe('Affected packages, with fixed versions.'),
  url: z.string().optional(),
})
type Explanation = Omit<z.input<typeof Explanation>, 'notice'>

export const explainFinding = defineTool({
  name: 'explain_finding',
  title: 'Explain a finding',
  description:
    'Explains a finding of an earlier scan, a rule, or an advisory: what is wrong, why it matters, and how to fix it.',
  input: z.strictObject({
    id: z
      .string()
      .min(1)
      .max(256)
      .regex(/^[\w.:-]+$/)
      .describe('Fingerprint of a finding, a rule ID such as path-traversal, or an advisory ID such as a GHSA or CVE.'),
    scanId: scanId.optional().describe('Scan that has the finding. Default: all scans of this server process.'),
  }),
  output: Explanation,
  isOpenWorld: false,
  async run(context, { id, scanId: scan }) {
    const finding = findFinding(reportsOf(context, scan), id)
    if (finding) return explainedFinding(finding)
    const rule = rules.get(id)
    if (rule) return explainedRule(rule)
    const advisory = (await context.scanner()).findAdvisory(id)
    if (advisory) return explainedAdvisory(advisory)
    throw new ToolError(
      'No finding, rule, or stored advisory has this ID. Use a fingerprint, a rule ID, or an advisory ID of an ' +
        'answer. CVE IDs are known only for advisories in scans of this server process.',
    )
  },
})

const rules: ReadonlyMap<string, RuleDocument> = new Map(
  detectors.flatMap((detector) => detector.rules.map((rule) => [rule.id, rule])),
)

function reportsOf({ scans }: ToolContext, id: string | undefined): readonly ScanReport[] {
  if (id === undefined) return scans.reports()
  const scan = scans.find(id)
  if (!scan) throw new ToolError(`No scan has the ID ${id}. Scans are forgotten when the server ends.`)
  return scan.outcome?.status === 'finished' ? [scan.outcome.report] : []
}

function findFinding(reports: readonly ScanReport[], id: string): Finding | undefined {
  const findings = reports.flatMap((report) => report.findings)
  return findings.find(
    (finding) =>
      finding.fingerprint === id || finding.advisory?.id === id || finding.advisory?.aliases.includes(id) === true,
  )
}

function explainedFinding(finding: Finding): Explanation {
  const { ruleId, title, severity, message, remediation, cwe, owaspMcp, location, trace, component, advisory } = finding
  return {
    kind: 'finding',
    id: finding.fingerprint,
    title,
    severity,
    what: message,
    why: rules.get(ruleId)?.why ?? '',
    howToFix: remediation,
    cwe,
    owaspMcp,
    ...(location && { path: location.path }),
    ...(location?.startLine !== undefined && { line: location.startLine }),
    ...(location?.snippet !== undefined && { code: location.snippet }),
    ...(trace && { trace: trace.map(({ path, line, message: text }) => ({ path, line, message: text })) }),
    ...(component && { packages: [`${component.name}@${component.version}`] }),
    ...(advisory && { url: advisory.url }),
  }
}

function explainedRule({ id, title, severity, what, why, remediation, cwe, owaspMcp }: RuleDocument): Explanation {
  return { kind: 'rule', id, title, severity, what, why, howToFix: remediation, cwe, owaspMcp }
}

const maxPackages = 20

function explainedAdvisory({ description, ecosystem, packages }: StoredAdvisory): Explanation {
  const { id, summary, cwe } = description
  const rule = rules.get(isMalwareId(id) ? 'malicious-dependency' : 'vulnerable-dependency')
  const isFixed = packages.some(({ fixedVersions }) => fixedVersions.length > 0)
  return {
    kind: 'advisory',
    id,
    title: summary,
    severity: severityOf([description]),
    what: summary,
    why: rule?.why ?? '',
    howToFix: isFixed ? 'Update the package to a fixed version.' : (rule?.remediation ?? ''),
    cwe: [...cwe],
    owaspMcp: rule?.owaspMcp ?? [],
    packages: packages.slice(0, maxPackages).map(({ name, fixedVersions }) => {
      const fixes = fixedVersions.length > 0 ? `fixed in ${fixedVersions.join(', ')}` : 'no fixed version'
      return `${name} (${ecosystem}): ${fixes}`
    }),
  }
}
