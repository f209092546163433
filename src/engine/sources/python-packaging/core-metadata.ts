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
export const maxRequirements = 5_000

/**
 * Names are of printable ASCII but space and colon; a value may hold whatever ends no line for Python, such as U+2028.
 */
const field = /^(?<name>[!-9;-~]*):(?<value>[^]*)$/

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
    if (requiresDist.length > maxRequirements) return undefined
  }
  const [metadataVersion, name, version] = [single.get('metadata-version'), single.get('name'), single.get('version')]
  if (metadataVersion === undefined || name === undefined || version === undefined) return undefined
  return { metadataVersion, name, version, requiresDist, requiresPython: single.get('requires-python'), dynamic }
}

/**
 * Names in lower case with values, folded lines joined, up to the first line that is no field. Exactly as Python's
 * `email.feedparser` has it, by which installers read: where this ended earlier, requirements would vanish.
 */
function* headerFields(content: Buffer): Generator<[name: string, value: string]> {
  let open: [name: string, value: string] | undefined
  for (const line of linesOf(content)) {
    if (/^[ \t]/.test(line)) {
      // Only fields of one line are read: no requirement is spread over many.
      if (open !== undefined && open[1].length <= 16_384) open[1] += ` ${line.trim()}`
      continue
    }
    if (open !== undefined) yield open
    open = undefined
    // The mark between the mails of a mailbox, and a field without name, are passed over.
    if (line.startsWith('From ') || line.startsWith(':')) continue
    const { name, value } = field.exec(line)?.groups ?? {}
    if (name === undefined || value === undefined) return
    open = [name.toLowerCase(), value.trim()]
  }
  if (open !== undefined) yield open
}

const [lineFeed, carriageReturn] = [0x0a, 0x0d]

/** A carriage return alone ends a line too. */
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
 * True when what it says of dependencies holds for every build: from version 2.2 on, where the field is not marked as
 * dynamic.
 */
export function hasStaticRequirements({ metadataVersion, dynamic }: CoreMetadata): boolean {
  const [major = 0, minor = 0] = metadataVersion.split('.').map(Number)
  return (major > 2 || (major === 2 && minor >= 2)) && !dynamic.has('requires-dist')
}
