import type { DetectedFinding } from '../model/finding-record.ts'
import { precisions } from '../model/rule.ts'
import { severities } from '../model/severity.ts'
import { clientConfigSecret } from './configuration/clients/client-config-secret.ts'
import { dockerBuildSecret } from './configuration/containers/docker-build-secret.ts'
import { registryConfigToken } from './configuration/registries/registry-config-token.ts'

/** What is compared of a finding. */
type Told = Pick<DetectedFinding, 'ruleId' | 'category' | 'location' | 'severity' | 'precision'>

/** Rules that find secrets by the setting to which they are given. */
const bySetting = new Set([clientConfigSecret, dockerBuildSecret, registryConfigToken].map(({ id }) => id))

/**
 * Findings without those of secrets that another rule tells at the same place: by the setting that has it and by its
 * form, a secret is one. The more severe and surer finding stays, of equals the one that says what kind of credential
 * it is.
 */
export function toldOnce<One extends Told>(findings: readonly One[]): One[] {
  const settings = new Map<string, One[]>()
  for (const finding of findings) {
    if (!bySetting.has(finding.ruleId)) continue
    const line = lineOf(finding)
    settings.set(line, [...(settings.get(line) ?? []), finding])
  }
  const dropped = new Set<One>()
  for (const finding of settings.size === 0 ? [] : findings) {
    if (finding.category !== 'secret') continue
    // In one line of several settings, a value belongs to the last one that begins before it.
    const setting = settings
      .get(lineOf(finding))
      ?.findLast((other) => !dropped.has(other) && columnOf(other) <= columnOf(finding))
    if (setting) dropped.add(rankOf(setting) < rankOf(finding) ? finding : setting)
  }
  return findings.filter((finding) => !dropped.has(finding))
}

const lineOf = ({ location }: Told): string => `${location?.path}:${location?.startLine}`
const columnOf = ({ location }: Told): number => location?.startColumn ?? 1
const rankOf = ({ severity, precision }: Told): number =>
  severities.indexOf(severity) * precisions.length + precisions.indexOf(precision)
