/** The fields of core metadata that this project reads, https://packaging.python.org/specifications/core-metadata/. */
export interface CoreMetadata {
  readonly metadataVersion: string
  readonly name: string
  readonly version: string
  /** Requirements as written. */
  readonly requiresDist: readonly string[]
  readonly requiresPython: string | undefined
  /** Names of fields in lower case that a build may change (version 2.2 of the format). */
  readonly dynamic: ReadonlySet<string>
}

/** The largest on the index have a few hundred; whatever follows is not read and makes the list incomplete. */
export const mostRequirements = 5_000

const field = /^(?<name>[A-Za-z0-9-]+)[ \t]*:[ \t]*(?<value>.*)$/

/**
 * Reads the header of `METADATA` or `PKG-INFO`; the description after it is not looked at. Undefined
 * when it names no project and version, or lists more than `mostRequirements`.
 */
export function parseCoreMetadata(content: Buffer): CoreMetadata | undefined {
  const single = new Map<string, string>()
  const requiresDist: string[] = []
  const dynamic = new Set<string>()
  for (const [name, value] of headerFields(content)) {
    if (name === 'requires-dist') requiresDist.push(value)
    else if (name === 'dynamic') dynamic.add(value.toLowerCase())
    else if (!single.has(name)) single.set(name, value)
    if (requiresDist.length > mostRequirements) return undefined
  }
  const [metadataVersion, name, version] = [single.get('metadata-version'), single.get('name'), single.get('version')]
  if (metadataVersion === undefined || name === undefined || version === undefined) return undefined
  return { metadataVersion, name, version, requiresDist, requiresPython: single.get('requires-python'), dynamic }
}

/** Names in lower case with values, folded lines joined, up to the first line that is no field (RFC 822, as Python's `email` reads it). */
function* headerFields(content: Buffer): Generator<[name: string, value: string]> {
  let open: [name: string, value: string] | undefined
  for (const line of linesOf(content)) {
    if (open !== undefined && /^[ \t]/.test(line)) {
      // Only fields of one line are read: no requirement is spread over many.
      if (open[1].length < 16_384) open[1] += ` ${line.trim()}`
      continue
    }
    if (open !== undefined) yield open
    const { name, value } = field.exec(line)?.groups ?? {}
    if (name === undefined || value === undefined) return
    open = [name.toLowerCase(), value.trim()]
  }
  if (open !== undefined) yield open
}

function* linesOf(content: Buffer): Generator<string> {
  for (let start = 0; start < content.length; ) {
    const found = content.indexOf(0x0a, start)
    const end = found < 0 ? content.length : found
    yield content.toString('utf8', start, end).replace(/\r$/, '')
    start = end + 1
  }
}

/** True when what it says of dependencies holds for every build: from version 2.2 on, where the field is not marked as dynamic. */
export function hasStaticRequirements({ metadataVersion, dynamic }: CoreMetadata): boolean {
  const [major = 0, minor = 0] = metadataVersion.split('.').map(Number)
  return (major > 2 || (major === 2 && minor >= 2)) && !dynamic.has('requires-dist')
}
