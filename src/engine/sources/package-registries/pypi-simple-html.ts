import { Tokenizer } from 'htmlparser2'
import {
  type FileDigest,
  isKnownApiVersion,
  isoTime,
  type ListedFile,
  maxFiles,
  type PypiProject,
  projectOfFiles,
  strongestDigest,
} from './pypi-project.ts'

/**
 * Parses the HTML form of a project's file list, https://peps.python.org/pep-0503/, with the attributes from PEP 592,
 * 658, 714, and 740. Older indexes and many mirrors support no other form. Returns undefined for a different major
 * version or too many anchors.
 *
 * @param address page URL
 */
export function parseSimpleHtml(name: string, page: string, address: string): PypiProject | undefined {
  const files: ListedFile[] = []
  let base = address
  // Version that applies if the page does not declare one (PEP 629).
  let apiVersion = '1.0'
  readTags(page, (tag, attributes) => {
    if (tag === 'base') base = URL.parse(attributes.get('href') ?? '', address)?.href ?? base
    if (tag === 'meta' && attributes.get('name') === 'pypi:repository-version')
      apiVersion = attributes.get('content') ?? ''
    if (tag === 'a' && files.length <= maxFiles) files.push(...listedFile(attributes))
  })
  return files.length <= maxFiles && isKnownApiVersion(apiVersion)
    ? projectOfFiles(name, files, { base, apiVersion })
    : undefined
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
      // Not part of a standard, but used by some mirrors.
      uploadedAt: isoTime(attributes.get('data-upload-time')),
      metadata: metadata === undefined || metadata === 'false' ? undefined : { digest: digestOf(metadata) },
      provenance: attributes.get('data-provenance'),
    },
  ]
}

/** Returns the last segment of the URL, which is equal to the anchor's text. */
function decodedFileName(address: string): string {
  const path = address.split('?', 1)[0] ?? ''
  const segment = path.slice(path.lastIndexOf('/') + 1)
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Parses `sha256=0123…`. */
function digestOf(text: string): FileDigest | undefined {
  const [algorithm = '', hex] = text.split('=', 2)
  return strongestDigest({ [algorithm]: hex })
}

type OnTag = (tag: string, attributes: ReadonlyMap<string, string>) => void

const noop = () => {}

/**
 * Calls `onTag` for each start tag on the page. Names are in lowercase, and if an attribute occurs twice, the first one
 * counts. Uses only the Tokenizer of htmlparser2, which takes 36 ms for 1 MiB of `<div>`. The Parser also tracks open
 * elements and takes 4 to 6 s.
 */
function readTags(page: string, onTag: OnTag): void {
  let tag = ''
  let name = ''
  let value = ''
  let attributes = new Map<string, string>()
  const ended = () => onTag(tag, attributes)
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      onopentagname(start, end) {
        tag = page.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        name = page.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        value += page.slice(start, end)
      },
      onattribentity(code) {
        value += String.fromCodePoint(code)
      },
      onattribend() {
        if (!attributes.has(name)) attributes.set(name, value)
      },
      onopentagend: ended,
      onselfclosingtag: ended,
      onclosetag: noop,
      oncdata: noop,
      oncomment: noop,
      ondeclaration: noop,
      onprocessinginstruction: noop,
      ontext: noop,
      ontextentity: noop,
      onend: noop,
    },
  )
  // `end` is not called, because it would report an incomplete tag at the end of the page.
  tokenizer.write(page)
}
