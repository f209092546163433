import {
  type FileDigest,
  isKnownApiVersion,
  isoTime,
  type ListedFile,
  mostFiles,
  type PypiProject,
  projectOfFiles,
  strongestDigest,
} from './pypi-project.ts'

/**
 * Reads the HTML form of a project's list, https://peps.python.org/pep-0503/, with the attributes of
 * PEP 592, 658, 714 and 740. Older indexes and many mirrors speak no other. Undefined when the page is
 * of another major version or has too many anchors.
 *
 * @param address where it came from
 */
export function parseSimpleHtml(name: string, page: string, address: string): PypiProject | undefined {
  const files: ListedFile[] = []
  let base = address
  // What a page without version is (PEP 629).
  let apiVersion = '1.0'
  for (const { tag, attributes } of tagsOf(page)) {
    if (tag === 'base') base = URL.parse(attributes.get('href') ?? '', address)?.href ?? base
    if (tag === 'meta' && attributes.get('name') === 'pypi:repository-version')
      apiVersion = attributes.get('content') ?? ''
    if (tag === 'a') files.push(...listedFile(attributes))
    if (files.length > mostFiles) return undefined
  }
  return isKnownApiVersion(apiVersion) ? projectOfFiles(name, files, { base, apiVersion }) : undefined
}

function listedFile(attributes: ReadonlyMap<string, string>): ListedFile[] {
  const href = attributes.get('href')
  if (href === undefined) return []
  const [address = '', fragment = ''] = href.split('#', 2)
  const metadata = attributes.get('data-core-metadata') ?? attributes.get('data-dist-info-metadata')
  return [
    {
      fileName: decodedFileName(address),
      address,
      digest: digestOf(fragment),
      requiresPython: attributes.get('data-requires-python'),
      yanked: attributes.get('data-yanked'),
      size: undefined,
      // No standard names it; some mirrors have it.
      uploadedAt: isoTime(attributes.get('data-upload-time')),
      metadata: metadata === undefined || metadata === 'false' ? undefined : { digest: digestOf(metadata) },
      provenance: attributes.get('data-provenance'),
    },
  ]
}

/** The last segment of the address, which is what an anchor's text repeats. */
function decodedFileName(address: string): string {
  const path = address.split('?', 1)[0] ?? ''
  const segment = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** `sha256=0123…`. */
function digestOf(text: string): FileDigest | undefined {
  const [algorithm = '', hex] = text.split('=', 2)
  return strongestDigest({ [algorithm]: hex })
}

interface Tag {
  readonly tag: string
  /** Names in lower case; the first of a name counts, as in a browser. */
  readonly attributes: ReadonlyMap<string, string>
}

const interesting = /<!--|<(?<tag>a|base|meta)(?=[\s/>])/giy
const attribute =
  /[\s/]*(?<name>[^\s"'<>/=]+)(?:\s*=\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\s"'=<>`]+)))?/y

/**
 * The start tags of a page that matter here; comments are skipped. Each character is looked at a bounded number of
 * times.
 */
function* tagsOf(page: string): Generator<Tag> {
  for (let at = page.indexOf('<'); at >= 0; at = page.indexOf('<', at)) {
    interesting.lastIndex = at
    const found = interesting.exec(page)
    if (found === null) {
      at += 1
    } else if (found[0] === '<!--') {
      const end = page.indexOf('-->', at)
      if (end < 0) return
      at = end
    } else {
      const attributes = new Map<string, string>()
      at = readAttributes(page, interesting.lastIndex, attributes)
      // An open quote swallows the rest of the page; going on inside would look at it again for each tag.
      if (at < 0) return
      yield { tag: (found.groups?.['tag'] ?? '').toLowerCase(), attributes }
    }
  }
}

const openQuote = /[\s/]*=\s*["']/y

/** Collects the attributes from `start` on; where the tag ended, or -1 when it does not. */
function readAttributes(page: string, start: number, attributes: Map<string, string>): number {
  for (let at = start; ; at = attribute.lastIndex) {
    attribute.lastIndex = at
    const { name, double, single, bare } = attribute.exec(page)?.groups ?? {}
    if (name === undefined) {
      openQuote.lastIndex = at
      return openQuote.test(page) ? -1 : page.indexOf('>', at)
    }
    const key = name.toLowerCase()
    if (!attributes.has(key)) attributes.set(key, unescaped(double ?? single ?? bare ?? ''))
  }
}

const namedCharacters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescaped(text: string): string {
  return text.replace(
    /&(?:#(?<decimal>\d{1,7})|#x(?<hex>[0-9a-f]{1,6})|(?<name>amp|lt|gt|quot|apos));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return namedCharacters[name.toLowerCase()] ?? whole
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole
    },
  )
}
