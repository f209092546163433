import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { UnreadableManifest } from '../manifest-reader.ts'
import { isTable, valueAt, withoutByteOrderMark } from './document.ts'

/** One element of a document. */
export interface XmlElement {
  /** Without namespace prefix. */
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly XmlElement[]
  /** Its own text, trimmed; texts between its children are joined. */
  readonly text: string
  /** Where it starts, from 1. */
  readonly line: number
}

/** Elements within elements. A pom.xml needs 8. */
const maxNestedTags = 64

const parser = new XMLParser({
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
})

/** Reads a document of XML and gives its root. Document types, and with them entities of one's own, are refused. */
export function parseXml(text: string): XmlElement {
  const content = withoutByteOrderMark(text)
  if (content.includes('<!DOCTYPE')) throw new UnreadableManifest('declares a document type, which is not read')
  const root = elementsIn(content).find(({ name }) => name !== '')
  if (root === undefined) throw new UnreadableManifest('is not XML')
  return root
}

function elementsIn(content: string): XmlElement[] {
  let nodes: unknown
  try {
    if (XMLValidator.validate(content, { allowBooleanAttributes: true }) !== true) throw new Error('not well-formed')
    nodes = parser.parse(content)
  } catch {
    throw new UnreadableManifest('is not XML')
  }
  const lineStarts = startsOfLines(content)
  const convert = (node: unknown): XmlElement[] => {
    if (!isTable(node)) return []
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text')
    const content = name === undefined ? undefined : valueAt(node, name)
    if (name === undefined || !Array.isArray(content)) return []
    const texts = content.map((child) => valueAt(child, '#text')).filter((value) => typeof value === 'string')
    return [{ name, attributes: attributesOf(node), children: content.flatMap(convert), text: withEntities(texts.join('').trim()), line: lineAt(lineStarts, startOf(node)) }]
  }
  return Array.isArray(nodes) ? nodes.flatMap(convert) : []
}

function attributesOf(node: unknown): ReadonlyMap<string, string> {
  const attributes = valueAt(node, ':@')
  return new Map(isTable(attributes) ? Object.entries(attributes).map(([name, value]) => [name, withEntities(String(value))]) : [])
}

const entities: ReadonlyMap<string, string> = new Map([
  ['&lt;', '<'],
  ['&gt;', '>'],
  ['&quot;', '"'],
  ['&apos;', "'"],
  ['&amp;', '&'],
])

/** The five that XML itself defines. */
const withEntities = (text: string): string => text.replace(/&(?:lt|gt|quot|apos|amp);/g, (entity) => entities.get(entity) ?? entity)

/** The parser's notes on a node lie under its only key that is a symbol. */
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

/** Number of the line, from 1, in which a character stands: the last start that is not behind it. */
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

/** The first child of that name. */
export const childOf = (element: XmlElement | undefined, name: string): XmlElement | undefined => element?.children.find((child) => child.name === name)

/** The text of the first child of that name; undefined when there is none or it is empty. */
export const textOf = (element: XmlElement | undefined, name: string): string | undefined => childOf(element, name)?.text || undefined

/** The children of the first child of that name. */
export const childrenOf = (element: XmlElement | undefined, name: string): readonly XmlElement[] => childOf(element, name)?.children ?? []
