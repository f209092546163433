import type { DetectedFinding } from '../model/finding-record.ts'
import { precisions } from '../model/rule.ts'
import { severities } from '../model/severity.ts'
import { clientConfigSecret } from './configuration/clients/client-config-secret.ts'
import { dockerBuildSecret } from './configuration/containers/docker-build-secret.ts'
import { registryConfigToken } from './configuration/registries/registry-config-token.ts'

/** Fields of a finding that are compared. */
type ComparedFinding = Pick<DetectedFinding, 'ruleId' | 'category' | 'location' | 'severity' | 'precision'>

/** Rules that recognize a secret by its setting name. */
const settingRules = new Set([clientConfigSecret, dockerBuildSecret, registryConfigToken].map(({ id }) => id))

/**
 * Removes duplicate findings for the same secret: one rule can find it by its setting, and another by its format. Keeps
 * the finding with the higher severity and precision. If these are equal, keeps the one found by format, because it
 * names the type of credential.
 */
export function withoutDuplicateSecrets<Finding extends ComparedFinding>(findings: readonly Finding[]): Finding[] {
  const settings = new Map<string, Finding[]>()
  for (const finding of findings) {
    if (!settingRules.has(finding.ruleId)) continue
    const line = lineOf(finding)
    settings.set(line, [...(settings.get(line) ?? []), finding])
  }
  const dropped = new Set<Finding>()
  for (const finding of settings.size === 0 ? [] : findings) {
    if (finding.category !== 'secret') continue
    // If a line has several settings, a value belongs to the last setting that starts before it.
    const setting = settings
      .get(lineOf(finding))
      ?.findLast((other) => !dropped.has(other) && columnOf(other) <= columnOf(finding))
    if (setting) dropped.add(rankOf(setting) < rankOf(finding) ? finding : setting)
  }
  return findings.filter((finding) => !dropped.has(finding))
}

const lineOf = ({ location }: ComparedFinding): string => `${location?.path}:${location?.startLine}`
const columnOf = ({ location }: ComparedFinding): number => location?.startColumn ?? 1
const rankOf = ({ severity, precision }: ComparedFinding): number =>
  severities.indexOf(severity) * precisions.length + precisions.indexOf(precision)
