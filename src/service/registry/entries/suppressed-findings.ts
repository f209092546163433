import type { Finding } from '../../../engine/model/finding.ts'
import type { ProjectConfig } from '../../../engine/project-settings/project-config.ts'
import { setAside } from '../../../engine/project-settings/set-aside.ts'
import { trustWholly } from '../../../engine/project-settings/trusted-settings.ts'

/** Returns the public findings. All are open, and those that the project suppresses are marked as suppressed. */
export function withSuppressions(findings: readonly Finding[], projectConfig: unknown, now: Date): Finding[] {
  const open = findings.map(({ suppression: _suppression, ...finding }): Finding => ({ ...finding, state: 'existing' }))
  const word = projectConfig as ProjectConfig | null
  if (!word) return open
  const judged = setAside(open, { trusted: trustWholly(word.file), inline: word.inline, now }).findings
  return judged.map((finding) => (finding.state === 'suppressed' ? { ...finding, state: 'existing' } : finding))
}
