import type { DependencyReason } from '../../reasons/dependency-reasons.ts'
import type { ManifestFile } from '../../manifest-reader.ts'
import { UnreadableManifest } from '../../unreadable-manifest.ts'
import { holdsBeside } from '../../read-beside.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import { workOf } from '../../work-budget.ts'
import type { LockedEntry } from './locked-graph.ts'
import { foreignOrigin, isGit, isNpmVersion, splitDescriptor } from './npm-identity.ts'
import { answering, indexDescriptors, type YarnLock } from './yarn-descriptors.ts'

/** Reports whether the text is in yarn 1's format. Newer formats are YAML with a key `__metadata`. */
export function isClassic(text: string): boolean {
  return /^#\s*yarn lockfile v1\s*$/m.test(text.slice(0, 1_000)) || !/^"?__metadata"?:/m.test(text)
}

interface Block {
  readonly line: number
  readonly descriptors: readonly string[]
  readonly fields: Map<string, string>
  readonly dependencies: Map<string, string>
}

/** Returns the entries in a `yarn.lock` from yarn 1. */
export function entriesOfClassic(file: ManifestFile): YarnLock {
  const work = workOf(file)
  work.spend(parsingSteps(file.text))
  const blocks = blocksOf(file.text)
  const descriptors = indexDescriptors(blocks.map((block) => block.descriptors))
  const entries = blocks.map((block): LockedEntry => ({
    key: block.descriptors[0] ?? '',
    line: block.line,
    ...understand(file, block),
    requires: [...block.dependencies].flatMap(([name, range]) => answering(descriptors, name, range)),
  }))
  return { entries, ...descriptors }
}

function understand(file: ManifestFile, { descriptors: [key = ''], fields }: Block): Pick<LockedEntry, 'name' | 'is'> {
  const { name: asked, rest: range } = splitDescriptor(key) ?? { name: key, rest: '' }
  // Matches `npm:real@range` or `npm:real`. A range alone, as in `npm:^1`, is not an alias.
  const alias =
    range.startsWith('npm:') && /^npm:@?[a-z]/i.test(range)
      ? (splitDescriptor(range.slice(4))?.name ?? range.slice(4))
      : undefined
  const name = alias ?? asked
  const version = fields.get('version') ?? ''
  const resolved = fields.get('resolved') ?? ''
  const otherwise = (reason: DependencyReason) => ({
    name: asked,
    is: { requested: resolved || range || '(nothing)', reason },
  })
  const folder = /^(?:file:|link:)(.*)$/s.exec(range)?.[1]
  if (folder !== undefined)
    return !holdsBeside(file, `${folder}/package.json`)
      ? otherwise('folder-or-archive-of-author')
      : { name: asked, is: { folder } }
  if (isGit(resolved) || isGit(range)) return otherwise('git-repository')
  if (!isNpmVersion(name, version)) return otherwise('lockfile-without-version')
  const foreign = foreignOrigin(name, version, resolved)
  return foreign === undefined ? { name, is: { version } } : otherwise(foreign)
}

/**
 * Splits the text into blocks: descriptors without indentation, fields indented by two spaces, and dependencies
 * indented by four. Parses line by line, because yarn's own grammar takes three times as long and does not provide line
 * numbers.
 */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let section: string | undefined
  for (const [index, line] of text.split('\n').entries()) {
    const content = line.trim()
    if (content === '' || content.startsWith('#')) continue
    if (/^(?:<{7}|={7}|>{7})/.test(line)) throw new UnreadableManifest({ code: 'merge-conflict', line: index + 1 })
    const indent = line.length - line.trimStart().length
    const words = wordsOf(content)
    const block = blocks.at(-1)
    if (words === undefined || (indent > 0 && block === undefined))
      throw new UnreadableManifest({ code: 'yarn-line-format', line: index + 1 })
    const [name = '', value] = words
    if (indent === 0) {
      if (!content.endsWith(':')) throw new UnreadableManifest({ code: 'yarn-line-format', line: index + 1 })
      blocks.push({ line: index + 1, descriptors: words, fields: new Map(), dependencies: new Map() })
      section = undefined
    } else if (content.endsWith(':') && value === undefined) section = name
    else if (value === undefined) throw new UnreadableManifest({ code: 'yarn-line-without-value', line: index + 1 })
    else if (indent <= 2) block?.fields.set(name, value)
    else if (section === 'dependencies' || section === 'optionalDependencies') block?.dependencies.set(name, value)
  }
  return blocks
}

/**
 * Splits a line into plain or quoted words, without separating commas and the final colon. Returns undefined if a quote
 * is not closed.
 */
function wordsOf(content: string): string[] | undefined {
  const words: string[] = []
  for (let at = 0; at < content.length;) {
    const char = content[at]
    if (char === ' ' || char === ',' || (char === ':' && at === content.length - 1)) {
      at += 1
      continue
    }
    const end = char === '"' ? closingQuote(content, at) : bareEnd(content, at)
    if (end === undefined) return undefined
    const word = content.slice(at, end)
    const unquoted = char === '"' ? quoted(word) : word
    if (unquoted === undefined) return undefined
    words.push(unquoted)
    at = end
  }
  return words
}

/** Returns the position after the quote that closes the one at `start`. */
function closingQuote(content: string, start: number): number | undefined {
  for (let at = start + 1; at < content.length; at++) {
    if (content[at] === '\\') at += 1
    else if (content[at] === '"') return at + 1
  }
  return undefined
}

function bareEnd(content: string, start: number): number {
  let end = start
  while (
    end < content.length &&
    content[end] !== ' ' &&
    content[end] !== ',' &&
    !(content[end] === ':' && end === content.length - 1)
  )
    end += 1
  return end
}

function quoted(word: string): string | undefined {
  try {
    return String(JSON.parse(word))
  } catch {
    return undefined
  }
}
