import type { License } from '../../model/license.ts'
import { pythonLicense } from './python-license.ts'

/** Core metadata, reduced to the fields in use, https://packaging.python.org/specifications/core-metadata/. */
export interface CoreMetadata {
  readonly metadataVersion: string
  readonly name: string
  readonly version: string
  /** `Requires-Dist` fields as written. */
  readonly requiresDist: readonly string[]
  readonly requiresPython: string | undefined
  /** Lowercase names of the fields that the metadata declares as dynamic (since format version 2.2). */
  readonly dynamic: ReadonlySet<string>
  readonly license?: License
}

/**
 * Maximum number of requirements or classifiers. The largest metadata on the index has a few hundred. Longer metadata
 * is rejected.
 */
export const maxRequirements = 5_000

/**
 * Matches a field. Names are printable ASCII except space and colon. A value may contain any character that Python does
 * not treat as a line ending, such as U+2028.
 */
const field = /^(?<name>[!-9;-~]*):(?<value>[^]*)$/

/**
 * Parses the header of `METADATA` or `PKG-INFO`, without the description that follows. Returns undefined if the project
 * name or version is missing, or if there are more than `maxRequirements` requirements or classifiers.
 */
export function parseCoreMetadata(content: Buffer): CoreMetadata | undefined {
  const single = new Map<string, string>()
  const requiresDist: string[] = []
  const dynamic = new Set<string>()
  const classifiers: string[] = []
  for (const [name, value] of headerFields(content)) {
    if (name === 'requires-dist') requiresDist.push(value)
    else if (name === 'dynamic') dynamic.add(value.toLowerCase())
    else if (name === 'classifier' && value.startsWith('License ::')) classifiers.push(value)
    else if (!single.has(name)) single.set(name, value)
    if (Math.max(requiresDist.length, classifiers.length) > maxRequirements) return undefined
  }
  const [metadataVersion, name, version] = [single.get('metadata-version'), single.get('name'), single.get('version')]
  if (metadataVersion === undefined || name === undefined || version === undefined) return undefined
  const license = pythonLicense({
    expression: single.get('license-expression'),
    license: single.get('license'),
    classifiers,
  })
  return {
    metadataVersion,
    name,
    version,
    requiresDist,
    requiresPython: single.get('requires-python'),
    dynamic,
    ...(license && { license }),
  }
}

/**
 * Yields lowercase field names and their values, up to the first line that is not a field. Joins folded lines. Works
 * exactly like Python's `email.feedparser`, which installers use: stopping earlier than it does would miss
 * requirements.
 */
function* headerFields(content: Buffer): Generator<[name: string, value: string]> {
  let open: [name: string, value: string] | undefined
  for (const line of linesOf(content)) {
    if (/^[ \t]/.test(line)) {
      // The length limit does not affect requirements, because they are never folded.
      if (open !== undefined && open[1].length <= 16_384) open[1] += ` ${line.trim()}`
      continue
    }
    if (open !== undefined) yield open
    open = undefined
    // Skips mbox separators and fields without a name.
    if (line.startsWith('From ') || line.startsWith(':')) continue
    const { name, value } = field.exec(line)?.groups ?? {}
    if (name === undefined || value === undefined) return
    open = [name.toLowerCase(), value.trim()]
  }
  if (open !== undefined) yield open
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** Splits content into lines. A single carriage return also ends a line. */
function* linesOf(content: Buffer): Generator<string> {
  let start = 0
  for (let at = 0; at < content.length; at += 1) {
    if (content[at] !== lineFeed && content[at] !== carriageReturn) continue
    yield content.toString('utf8', start, at)
    if (content[at] === carriageReturn && content[at + 1] === lineFeed) at += 1
    start = at + 1
  }
  if (start < content.length) yield content.toString('utf8', start)
}

/**
 * Reports whether the requirements apply to every build. This is the case if the format version is at least 2.2 and the
 * field is not dynamic.
 */
export function hasStaticRequirements({ metadataVersion, dynamic }: CoreMetadata): boolean {
  const [major = 0, minor = 0] = metadataVersion.split('.').map(Number)
  return (major > 2 || (major === 2 && minor >= 2)) && !dynamic.has('requires-dist')
}
