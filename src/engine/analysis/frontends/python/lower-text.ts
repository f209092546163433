import type { ExprNode } from 'py-ast'
import { Op } from '../../ir/operations.ts'
import type { Lowering } from './lowering.ts'
import { type Of, stringOf } from './python-tree.ts'

/** Lowers `f'…'` and `t'…'`. */
export function lowerFormatted(to: Lowering, node: Of<'JoinedStr' | 'TemplateStr'>): number {
  const parts: number[] = []
  for (const one of node.values) {
    if (one.nodeType === 'FormattedValue' || one.nodeType === 'Interpolation') parts.push(formatted(to, one))
    else if (one.nodeType !== 'Constant') parts.push(to.expression(one))
    else if (one.value !== '') parts.push(to.textLiteral(String(one.value), to.offsetOf(one)))
  }
  const [only] = parts
  const offset = to.offsetOf(node)
  if (only === undefined) return to.textLiteral('', offset)
  return parts.length === 1 && node.values.length === 1 && node.values[0]?.nodeType === 'Constant'
    ? only
    : to.nodeOf(Op.Concat, offset, parts)
}

/** Lowers a value in an f-string. A number format rejects text. */
export function formatted(
  to: Lowering,
  { value, format_spec: spec, ...place }: Of<'FormattedValue' | 'Interpolation'>,
): number {
  const made = to.expression(value)
  if (spec?.nodeType !== 'JoinedStr') return made
  const last = spec.values.at(-1)
  const isOfNumbers =
    last?.nodeType === 'Constant' && typeof last.value === 'string' && /[bcdeEfFgGnoxX%]$/.test(last.value)
  for (const part of spec.values) if (part.nodeType === 'FormattedValue') to.expression(part.value)
  return isOfNumbers ? to.node(Op.Unary, to.offsetOf(place), to.string('+'), made) : made
}

interface Filling {
  readonly text: string
  readonly offset: number
}

/** Lowers `'…%s…' % values`. */
export function lowerPercent(to: Lowering, { text, values, offset }: Filling & { readonly values: ExprNode }): number {
  const place = /%(?:\((?<name>[^)]*)\))?[-#0 +]*(?:[1-9*][\d*]*)?(?:\.[\d*]+)?[hlL]?(?<kind>[a-zA-Z%])/g
  const byName = new Map<string, number>()
  const byPlace: number[] = []
  if (values.nodeType === 'Tuple')
    for (const one of values.elts)
      byPlace.push(
        one.nodeType === 'Starred'
          ? to.node(Op.Spread, to.offsetOf(one), to.expression(one.value))
          : to.expression(one),
      )
  else if (values.nodeType === 'Dict')
    for (const [index, one] of values.values.entries())
      byName.set(stringOf(values.keys[index]) ?? `\0${index}`, to.expression(one))
  else byPlace.push(to.expression(values))
  let [next, end] = [0, 0]
  const parts = new Parts(to, offset)
  for (const match of text.matchAll(place)) {
    const { name, kind = 's' } = match.groups ?? {}
    parts.text(text.slice(end, match.index))
    end = match.index + match[0].length
    if (kind === '%') {
      parts.text('%')
      continue
    }
    const value = name === undefined ? byPlace[next] : (byName.get(name) ?? byPlace[0])
    if (name === undefined) next += 1
    if (value !== undefined) parts.value(/[srac]/.test(kind) ? value : to.node(Op.Unary, offset, to.string('+'), value))
  }
  parts.text(text.slice(end))
  return parts.made([...byPlace, ...byName.values()])
}

/** Lowers `'…{}…{name}…'.format(…)`. */
export function lowerFormat(to: Lowering, { text, call, offset }: Filling & { readonly call: Of<'Call'> }): number {
  const place = /\{\{|\}\}|\{(?<name>[^{}[.!:]*)(?:[[.!:][^{}]*)?\}/g
  const byPlace = call.args.map((one) =>
    one.nodeType === 'Starred' ? to.node(Op.Spread, to.offsetOf(one), to.expression(one.value)) : to.expression(one),
  )
  const byName = new Map<string, number>()
  // Value for positions and names that are missing in the call.
  let open: number | undefined
  for (const [index, one] of call.args.entries()) if (one.nodeType === 'Starred') open = byPlace[index]
  for (const { arg, value } of call.keywords) {
    if (arg === undefined || arg === null) open = to.expression(value)
    else byName.set(arg, to.expression(value))
  }
  let [next, end] = [0, 0]
  const parts = new Parts(to, offset)
  for (const match of text.matchAll(place)) {
    parts.text(text.slice(end, match.index))
    end = match.index + match[0].length
    if (match[0] === '{{' || match[0] === '}}') {
      parts.text(match[0].slice(1))
      continue
    }
    const name = match.groups?.['name'] ?? ''
    const value = (name === '' ? byPlace[next] : /^\d+$/.test(name) ? byPlace[Number(name)] : byName.get(name)) ?? open
    if (name === '') next += 1
    if (value !== undefined) parts.value(value)
  }
  parts.text(text.slice(end))
  return parts.made([...byPlace, ...byName.values()])
}

/** Collects the text and the values of a formatted string in order. */
class Parts {
  readonly #to: Lowering
  readonly #offset: number
  readonly #parts: number[] = []
  readonly #used = new Set<number>()
  #text = ''

  constructor(to: Lowering, offset: number) {
    this.#to = to
    this.#offset = offset
  }

  text(text: string): void {
    this.#text += text
  }

  value(node: number): void {
    this.#close()
    this.#parts.push(node)
    this.#used.add(node)
  }

  /** Returns the concatenation. If no position is known, all values are appended, because any of them may be used. */
  made(all: readonly number[]): number {
    this.#close()
    const isPlaced = this.#used.size > 0
    return this.#to.nodeOf(Op.Concat, this.#offset, isPlaced ? this.#parts : [...this.#parts, ...all])
  }

  #close(): void {
    if (this.#text !== '') this.#parts.push(this.#to.textLiteral(this.#text, this.#offset))
    this.#text = ''
  }
}
