import {
  type ArgumentValue,
  type DetectedFinding,
  type FindingArguments,
  isArgumentList,
} from '../model/finding-record.ts'
import type { OriginalPlace } from '../model/location.ts'
import { maskSecrets } from './leaked-secrets/mask-secrets.ts'
import { maskedComponent } from './masked-component.ts'

/**
 * A finding as anybody may see it. No rule shows what another one would call a secret: each text that has words of the
 * scanned project passes the masker here, whichever rule it is of, names of files and packages too. What a rule cuts it
 * masks before, because half a secret fits no pattern. `known` keeps what became of paths, which findings share. A
 * finding that was masked before stays as it is.
 */
export function maskedFinding(finding: DetectedFinding, known: Map<string, string> = new Map()): DetectedFinding {
  const { location, trace, guard, component } = finding
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
