import {
  type ArgumentValue,
  type DetectedFinding,
  type FindingArguments,
  isArgumentList,
} from '../model/finding-record.ts'
import type { OriginalPlace } from '../model/location.ts'
import { maskSecrets } from './leaked-secrets/mask-secrets.ts'
import { maskedComponent } from './masked-component.ts'
import { shownReachability } from './shown-reachability.ts'

/**
 * Returns a finding's public form, with secrets masked. All texts from the scanned project are masked here, including
 * file and package names, so that no rule shows a secret that another rule would report. Rules that truncate a text
 * mask it first, because a truncated secret matches no pattern. `known` caches masked paths, which findings share.
 * Idempotent.
 */
export function maskedFinding(finding: DetectedFinding, known: Map<string, string> = new Map()): DetectedFinding {
  const { location, trace, guard, component, reachability } = finding
  const pathOf = (path: string): string => {
    const masked = known.get(path) ?? maskSecrets(path)
    known.set(path, masked)
    return masked
  }
  const originalOf = (original: OriginalPlace | undefined) =>
    original && { original: { ...original, path: pathOf(original.path) } }
  return {
    ...finding,
    title: maskSecrets(finding.title),
    message: maskSecrets(finding.message),
    remediation: maskSecrets(finding.remediation),
    ...(finding.arguments && { arguments: maskedArguments(finding.arguments) }),
    ...(location && {
      location: {
        ...location,
        path: pathOf(location.path),
        ...(location.snippet !== undefined && { snippet: maskSecrets(location.snippet, location.path) }),
        ...originalOf(location.original),
      },
    }),
    ...(trace && {
      trace: trace.map((step) => ({
        ...step,
        path: pathOf(step.path),
        message: maskSecrets(step.message),
        ...originalOf(step.original),
      })),
    }),
    ...(guard && { guard: { ...guard, path: pathOf(guard.path), reason: maskSecrets(guard.reason) } }),
    ...(component && { component: maskedComponent(component) }),
    ...(reachability && { reachability: shownReachability(reachability) }),
  }
}

function maskedArguments(args: FindingArguments): FindingArguments {
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, maskedValue(value)]))
}

function maskedValue(value: ArgumentValue): ArgumentValue {
  if (typeof value === 'string') return maskSecrets(value)
  if (typeof value !== 'object') return value
  return isArgumentList(value) ? value.map(maskedValue) : maskedArguments(value)
}
