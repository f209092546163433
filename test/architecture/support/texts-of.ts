import { parseSync } from 'oxc-parser'

/** A text and its first line, starting at 1. */
export interface SourceText {
  readonly text: string
  readonly line: number
}

interface Node {
  readonly type: string
  readonly start: number
  readonly [field: string]: unknown
}

/**
 * Returns the strings of a source file. Strings joined with `+` are one text. Substitutions in templates become `…`.
 */
export function stringsOf(source: string): SourceText[] {
  const texts: SourceText[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const part of value) visit(part)
    if (!isNode(value) || value.type === 'ImportDeclaration') return
    const text = textOf(value)
    if (text !== undefined) texts.push({ text, line: lineAt(source, value.start) })
    else for (const part of Object.values(value)) visit(part)
  }
  visit(parseSync('source.ts', source).program)
  return texts
}

/** Returns the comments of a source file, without delimiters. */
export function commentsOf(source: string): SourceText[] {
  const { comments } = parseSync('source.ts', source)
  return comments.map(({ value, start }) => ({
    text: value
      .replaceAll(/^\s*\*+ ?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    line: lineAt(source, start),
  }))
}

const lineAt = (source: string, offset: number): number => source.slice(0, offset).split('\n').length

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

/** Returns the text of a string, a template, or a concatenation. Undefined for other nodes. */
function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[]
    return quasis.map(({ value }) => value.cooked).join('…')
  }
  if (node.type !== 'BinaryExpression' || node['operator'] !== '+') return undefined
  const [left, right] = [node['left'], node['right']].map((part) => (isNode(part) ? textOf(part) : undefined))
  return left === undefined && right === undefined ? undefined : `${left ?? '…'}${right ?? '…'}`
}
