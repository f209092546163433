import type { AddedCapabilities, CapabilityChange } from '../../model/capability-tree.ts'
import { capabilityPhrases } from '../capabilities/capability-phrases.ts'
import { checkRunLimits } from './check-run-limits.ts'
import { markdownCode, markdownText } from './markdown.ts'
import { listSection, type Section } from './section.ts'

/** Number of packages of a dependency path to show. */
const maxSteps = 5

/** Returns the sections about what the changed dependencies can do, and about what was not compared. */
export function capabilitySections({ added, gaps }: AddedCapabilities): Section[] {
  return [
    listSection(`Capabilities that dependencies add: ${added.length}`, added.map(capabilityLine), {
      most: checkRunLimits.maxChanges,
    }),
    listSection(
      'Capabilities of dependencies that were not compared',
      gaps.map((gap) => markdownText(gap, 600)),
    ),
  ]
}

function capabilityLine({ capability, change, isFirst, otherVersions, package: holder }: CapabilityChange): string {
  const { path, shown } = holder
  const steps = path.map((step) => markdownCode(step.replace(/(?<=.)@(?=[^@]*$)/, ' '), 100))
  const way = steps.length > maxSteps ? [...steps.slice(0, 2), '…', ...steps.slice(-2)] : steps
  const versions = otherVersions.slice(0, maxSteps).map((version) => markdownCode(version, 50))
  const why = change === 'added' ? 'new, or needed only for development before' : `not in ${versions.join(', ')}`
  const first = isFirst ? '; no other package that was read could before' : ''
  const place = `${markdownCode(`${shown.path}:${shown.line}`, 200)}, ${markdownText(shown.shownBy, 100)}`
  return `can **${capabilityPhrases[capability]}**: ${way.join(' → ')} (${place}; ${why}${first})`
}
