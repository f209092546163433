import { z } from 'zod'
import { severityOf } from '../../engine/advisories/severity.ts'
import { isMalwareId } from '../../engine/advisories/description.ts'
import type { Finding } from '../../engine/model/finding.ts'
import { RuleDocument } from '../../engine/model/rule.ts'
import { detectors } from '../../engine/rules/catalogue.ts'
import { severity as severityShape } from '../scan-answer.ts'
import { defineTool } from '../tool.ts'
import { ToolError } from '../tool-error.ts'
import type { KnownAdvisory } from '../tool-host.ts'
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
    scanId: scanId.optional().describe('Scan that has the finding. Default: all recent scans.'),
  }),
  output: Explanation,
  isOpenWorld: false,
  permissions: ['scans:read'],
  async run(host, { id, scanId: scan }) {
    const finding = await host.findFinding(id, scan)
    if (finding) return explainedFinding(finding)
    const rule = rules.get(id)
    if (rule) return explainedRule(rule)
    const advisory = await host.findAdvisory(id)
    if (advisory) return explainedAdvisory(advisory)
    throw new ToolError(
      'No finding, rule, or stored advisory has this ID. Use a fingerprint, a rule ID, or an advisory ID from an ' +
        'answer.',
    )
  },
})

const rules: ReadonlyMap<string, RuleDocument> = new Map(
  detectors.flatMap((detector) => detector.rules.map((rule) => [rule.id, rule])),
)

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

function explainedAdvisory({ description, packages }: KnownAdvisory): Explanation {
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
    packages: packages.slice(0, maxPackages).map(({ ecosystem, name, fixedVersions }) => {
      const fixes = fixedVersions.length > 0 ? `fixed in ${fixedVersions.join(', ')}` : 'no fixed version'
      return `${name} (${ecosystem}): ${fixes}`
    }),
  }
}
