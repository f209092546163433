import { z } from 'zod'
import type { Location } from '../../model/location.ts'
import { fingerprint } from '../../model/fingerprint.ts'
import { type Precision, precisions } from '../../model/rule.ts'
import { type Severity, severities } from '../../model/severity.ts'
import type { Check, Credential } from './credential.ts'
import type { Candidate } from './credential-search.ts'
import { snippetOf } from './snippet.ts'
import type { TextPlace, TextPlaces } from './text-places.ts'

export interface SecretFile {
  readonly path: string
  readonly text: Buffer
  readonly places: TextPlaces
  /** True if it is a test, an example, a template, or documentation. */
  readonly isAside: boolean
  /** Number of otherwise identical findings so far, for numbering them. */
  readonly occurrences: Map<string, number>
}

/** Secret in a file, or the number of secrets of one type that are not reported individually. */
export type FoundSecret = { readonly file: SecretFile; readonly candidate: Candidate } & (
  | { readonly neighbors: readonly Candidate[] }
  | { readonly further: FurtherSecrets }
)

/** Secrets of one type in one file that are not reported individually. */
export interface FurtherSecrets {
  readonly count: number
  /** True if the file contains even more. Counting stops at a limit. */
  readonly isMinimum: boolean
  readonly firstPlace: TextPlace
}

/** Arguments of a secret finding. They contain no part of the secret. */
export const SecretArguments = z.object({
  /** True if the checksum or structure of the secret is valid. */
  isVerified: z.boolean(),
  /** True if the file is a test, an example, a template, or documentation. */
  isAside: z.boolean(),
  /** Present for secrets that are not reported individually. */
  further: z.object({ count: z.int(), isMinimum: z.boolean() }).optional(),
})
export type SecretArguments = z.infer<typeof SecretArguments>

/** Match of a secret rule. It contains no part of the secret, and its fingerprint contains no hash of it. */
export interface SecretMatch {
  readonly fingerprint: string
  readonly severity: Severity
  readonly precision: Precision
  readonly location: Location
}

/** Returns the match for a secret. Must be called once per secret, in file order. */
export function secretMatch(
  credential: Credential,
  secret: FoundSecret,
): SecretMatch & { readonly arguments: SecretArguments } {
  const {
    file: { isAside, path },
    candidate: { check },
  } = secret
  const steps = isAside ? (credential.selfMade === true ? 2 : 1) : 0
  const shared = {
    severity: stepDown<Severity>(severities, credential.severity, steps),
    precision: stepDown<Precision>(precisions, precisionOf(credential, check), steps),
  }
  const isVerified = check === 'right'
  if ('further' in secret) {
    const { count, isMinimum, firstPlace } = secret.further
    return {
      ...shared,
      arguments: { isVerified, isAside, further: { count, isMinimum } },
      location: { path, startLine: firstPlace.line, startColumn: firstPlace.column },
      fingerprint: fingerprint([credential.id, path, 'others']),
    }
  }
  return {
    ...shared,
    arguments: { isVerified, isAside },
    location: locationOf(secret.file, secret.candidate, secret.neighbors),
    fingerprint: nextFingerprint(credential, secret.file, secret.candidate),
  }
}

function locationOf(
  { path, text, places }: SecretFile,
  candidate: Candidate,
  neighbors: readonly Candidate[],
): Location {
  const start = places.at(candidate.start)
  const end = places.at(candidate.end)
  return {
    path,
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    snippet: snippetOf(text, candidate, neighbors),
  }
}

/** Returns a fingerprint of the rule, the path, and the name before the secret. Equal fingerprints are numbered. */
function nextFingerprint({ id }: Credential, { path, text, occurrences }: SecretFile, { start }: Candidate): string {
  const parts = [id, path, nameBefore(text, start)]
  const key = parts.join('\n')
  const occurrence = (occurrences.get(key) ?? 0) + 1
  occurrences.set(key, occurrence)
  return fingerprint(occurrence === 1 ? parts : [...parts, String(occurrence)])
}

/**
 * Returns `very-high` if the checksum or structure is valid. Otherwise, the precision is at most `medium`, regardless
 * of the credential's precision.
 */
function precisionOf({ precision }: Credential, check: Check): Precision {
  if (check === 'right') return 'very-high'
  return precisions.indexOf(precision) < precisions.indexOf('medium') ? 'medium' : precision
}

/** Returns the value that is the given number of steps later in a list, or the last value. */
function stepDown<Step extends string>(list: readonly Step[], from: Step, steps: number): Step {
  return list[Math.min(list.indexOf(from) + steps, list.length - 1)] ?? from
}

/**
 * Returns the name to which a secret is assigned. The name stays the same if the secret changes. Empty if no name is
 * found.
 */
function nameBefore(text: Buffer, start: number): string {
  const line = text.toString('latin1', Math.max(start - 80, 0), start)
  return (
    /([A-Za-z_][\w.-]{0,60})["'`\])]{0,3}\s{0,4}[=:(,]{1,2}>?\s{0,4}\W{0,4}(?:bearer |basic )?$/i.exec(line)?.[1] ?? ''
  )
}
