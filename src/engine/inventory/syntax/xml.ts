import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { UnreadableManifest } from '../unreadable-manifest.ts'
import type { WorkBudget } from '../work-budget.ts'
import { isTable, valueAt, withoutByteOrderMark } from './document.ts'
import { boundParsed, parsingSteps } from './parsing-cost.ts'

export interface XmlElement {
  /** Name without the namespace prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Trimmed text directly in the element. Text between its children is joined. */
  readonly text: string
  /** First line, starting at 1. */
  readonly line: number
}

/** Maximum nesting depth. A pom.xml needs 8. */
const maxNestedTags = 64

let created: XMLParser | undefined

/** Creates the parser on its first use, because most processes read no XML. */
const parser = (): XMLParser =>
  (created ??= new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    removeNSPrefix: true,
    processEntities: false,
    parseTagValue: false,
    parseAttributeValue: false,
    ignoreDeclaration: true,
    ignorePiTags: true,
    captureMetaData: true,
    maxNestedTags,
  }))

/** Number of bytes allocated per element by the parser and this reader (measured). */
const bytesOfElement = 520
const bytesOfAttribute = 750
const bytesOfEntity = 40

/** Returns the maximum memory of a parsed document. One pass. */
function parsedBytes(text: string): number {
  let elements = 0
  let attributes = 0
  let entitiesOfText = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at)
    if (char === 0x3c) elements += text.charCodeAt(at + 1) === 0x2f ? 0 : 1
    else if (char === 0x3d) attributes += 1
    else if (char === 0x26) entitiesOfText += 1
  }
  return elements * bytesOfElement + attributes * bytesOfAttribute + entitiesOfText * bytesOfEntity
}

/**
 * Parses an XML document and returns its root. Rejects DOCTYPE declarations, and therefore custom entities. Linear: 0.1
 * s per MiB of a pom.xml, 0.4 s for empty elements, 0.5 s for attributes (measured). Rejects documents that would take
 * more than 184 MiB for 5 MiB of text.
 */
export function parseXml(text: string, work?: WorkBudget): XmlElement {
  work?.spend(parsingSteps(text))
  boundParsed(text, parsedBytes(text))
  const content = withoutByteOrderMark(text)
  if (content.includes('<!DOCTYPE')) throw new UnreadableManifest('document-type')
  const root = elementsIn(content).find(({ name }) => name !== '')
  if (root === undefined) throw new UnreadableManifest('no-xml')
  return root
}

function elementsIn(content: string): XmlElement[] {
  let nodes: unknown
  try {
    if (XMLValidator.validate(content, { allowBooleanAttributes: true }) !== true) throw new Error('not well-formed')
    nodes = parser().parse(content)
  } catch {
    throw new UnreadableManifest('no-xml')
  }
  const lineStarts = startsOfLines(content)
  const convert = (node: unknown): XmlElement[] => {
    if (!isTable(node)) return []
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text')
    const content = name === undefined ? undefined : valueAt(node, name)
    if (name === undefined || !Array.isArray(content)) return []
    const texts = content.map((child) => valueAt(child, '#text')).filter((value) => typeof value === 'string')
    return [
      {
        name,
        attributes: attributesOf(node),
        children: content.length === 0 ? childless : content.flatMap(convert),
        text: withEntities(texts.join('').trim()),
        line: lineAt(lineStarts, startOf(node)),
      },
    ]
  }
  return Array.isArray(nodes) ? nodes.flatMap(convert) : []
}

/** Shared by all elements without children. */
const childless: readonly XmlElement[] = []
const withoutAttributes: ReadonlyMap<string, string> = new Map()

function attributesOf(node: unknown): ReadonlyMap<string, string> {
  const attributes = valueAt(node, ':@')
  return isTable(attributes)
    ? new Map(Object.entries(attributes).map(([name, value]) => [name, withEntities(String(value))]))
    : withoutAttributes
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
])

/** Replaces the five predefined XML entities. */
const withEntities = (text: string): string =>
  text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities.get(entity) ?? entity)

/** Returns a node's start position. The parser stores it in metadata under the node's only symbol key. */
function startOf(node: object): number {
  const [notes] = Object.getOwnPropertySymbols(node)
  const index = notes === undefined ? undefined : valueAt(Reflect.get(node, notes), 'startIndex')
  return typeof index === 'number' ? index : 0
}

function startsOfLines(text: string): number[] {
  const starts = [0]
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1)
  return starts
}

/** Returns the line number of a character, starting at 1, given the sorted positions at which lines start. */
function lineAt(starts: readonly number[], index: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= index) low = middle
    else high = middle
  }
  return low + 1
}

/** Maximum number of children to search linearly. If there are more, they are indexed by name on first use. */
const maxSearched = 16

const indexes = new WeakMap<XmlElement, ReadonlyMap<string, XmlElement>>()

/**
 * Returns the first child with this name. After the first lookup in an element, the time does not depend on the number
 * of children.
 */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined || element.children.length <= maxSearched)
    return element?.children.find((child) => child.name === name)
  const index = indexes.get(element) ?? new Map(element.children.toReversed().map((child) => [child.name, child]))
  indexes.set(element, index)
  return index.get(name)
}

/** Returns the text of the first child with this name, or undefined if it is missing or empty. */
export const textOf = (element: XmlElement | undefined, name: string): string | undefined =>
  childOf(element, name)?.text || undefined

/** Returns the children of the first child with this name. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  childOf(element, name)?.children ?? []
