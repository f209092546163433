import type { RequirementEdit } from '../../../model/upgrade-plan.ts'
import { isObject } from '../../../sources/package-registries/npm-packument.ts'
import { UpgradeWriteFailure } from './write-failure.ts'

/** A value in a JSON text. */
interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Changes the requirements in a package.json, and adds overrides. Keeps everything else: indentation, newlines, and the
 * order of keys. Throws UpgradeWriteFailure.
 */
export function editPackageJson(text: string, edits: readonly RequirementEdit[]): string {
  const spans = valuesIn(text)
  const replaced = edits
    .filter(({ part }) => part !== 'overrides')
    .map(({ part, name, from, to, path }) => {
      const span = spans.get(keyOf(part, name))
      if (span === undefined || textIn(text, span) !== from)
        throw new UpgradeWriteFailure(`${path} does not require ${name} ${from} in ${part} any more. Plan again.`)
      return { span, value: JSON.stringify(to) }
    })
  let edited = text
  for (const { span, value } of replaced.sort((a, b) => b.span.from - a.span.from))
    edited = edited.slice(0, span.from) + value + edited.slice(span.to)
  const overrides = edits.filter(({ part }) => part === 'overrides')
  return overrides.length === 0 ? edited : withOverrides(edited, overrides)
}

function textIn(text: string, { from, to }: Span): unknown {
  return JSON.parse(text.slice(from, to))
}

const keyOf = (...path: readonly string[]): string => JSON.stringify(path)

function withOverrides(text: string, edits: readonly RequirementEdit[]): string {
  const spans = valuesIn(text)
  const manifest = textIn(text, spans.get(keyOf()) ?? { from: 0, to: text.length })
  const existing = spans.get(keyOf('overrides'))
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const indent = /\{\r?\n([ \t]+)"/.exec(text)?.[1]
  const pairs = edits.map(({ name, to }) => `${JSON.stringify(name)}: ${JSON.stringify(to)}`)
  const listed = (depth: number) =>
    indent === undefined ? pairs.join(', ') : pairs.map((pair) => newline + indent.repeat(depth) + pair).join(',')
  const closing = (depth: number) => (indent === undefined ? '' : newline + indent.repeat(depth))
  if (existing !== undefined && isObject(manifest) && isObject(manifest['overrides'])) {
    const isEmpty = Object.keys(manifest['overrides']).length === 0
    const end = isEmpty ? existing.from + 1 : lastValueEnd(text, existing)
    const rest = isEmpty ? `${closing(1)}}` : text.slice(end, existing.to)
    return text.slice(0, end) + (isEmpty ? '' : ',') + listed(2) + rest + text.slice(existing.to)
  }
  const root = spans.get(keyOf())
  if (root === undefined || existing !== undefined)
    throw new UpgradeWriteFailure('The overrides in package.json are not an object. Correct them and plan again.')
  const end = lastValueEnd(text, root)
  const start = indent === undefined ? ' ' : newline + indent
  return `${text.slice(0, end)},${start}"overrides": {${listed(2)}${closing(1)}}${text.slice(end)}`
}

/** Returns the index after the last value of a non-empty object. */
function lastValueEnd(text: string, { from, to }: Span): number {
  let end = to - 1
  while (end > from + 1 && /\s/.test(text[end - 1] ?? '')) end -= 1
  return end
}

/** Maximum depth of values to find: a requirement is at depth two. */
const maxDepth = 2

/**
 * Returns the positions of the values in valid JSON by key path, down to requirements. The last one of equal keys
 * counts, as in `JSON.parse`. Throws UpgradeWriteFailure if the text is not JSON.
 */
function valuesIn(text: string): ReadonlyMap<string, Span> {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    throw new UpgradeWriteFailure('package.json is not valid JSON. Correct it and plan again.')
  }
  const spans = new Map<string, Span>()
  const open: { readonly from: number; readonly isObject: boolean; key: string | undefined }[] = []
  const pathNow = () => open.map(({ key, isObject: isMap }) => (isMap ? (key ?? '') : '\0'))
  const end = (from: number, to: number) => {
    if (open.length <= maxDepth && open.every(({ isObject: isMap }) => isMap))
      spans.set(keyOf(...pathNow()), { from, to })
    const outer = open.at(-1)
    if (outer?.isObject === true) outer.key = undefined
  }
  const token = /"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s,:{}[\]"\uFEFF]+/g
  for (const match of text.matchAll(token)) {
    const [word] = match
    const outer = open.at(-1)
    if (word === '{' || word === '[') open.push({ from: match.index, isObject: word === '{', key: undefined })
    else if (word === '}' || word === ']') {
      const closed = open.pop()
      if (closed !== undefined) end(closed.from, match.index + 1)
    } else if (outer?.isObject === true && outer.key === undefined) outer.key = String(JSON.parse(word))
    else end(match.index, match.index + word.length)
  }
  return spans
}
