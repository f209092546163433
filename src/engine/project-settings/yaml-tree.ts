import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Pair } from 'yaml'
import { projectSettingsLimits } from './project-settings-limits.ts'

/** Value in a YAML document. Scalars are always strings, so `off` and `1.10` stay unchanged. */
export type YamlValue = string | readonly YamlValue[] | { readonly [key: string]: YamlValue }

/** Location in the file. Line and column start at 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** Location, what is wrong there, and how to fix it. */
export interface PlacedProblem extends Position {
  readonly message: string
}

/** Keys and indexes from the root. */
export type YamlPath = readonly (string | number)[]

/** Parsed document with the locations of its parts. */
export interface YamlTree {
  /** Root value. Undefined or empty if the document has no content. */
  readonly value: YamlValue | undefined
  /**
   * Returns the location of the key at a path. If the path does not end with a key, returns the location of the value
   * or of its nearest enclosing value.
   */
  positionOf(path: YamlPath): Position
}

/**
 * Parses untrusted YAML 1.2, or reports where it is invalid. Rejects anchors and aliases, because they could multiply
 * content. The worst inputs of 64 KiB (quotes, brackets, keys) took 0.4 s. With the YAML package's own check for
 * duplicate keys, they took 1.5 s, so this file implements that check itself.
 */
export function readYamlTree(
  text: string,
): { readonly tree: YamlTree } | { readonly problems: readonly PlacedProblem[] } {
  const lines = new LineCounter()
  const document = parseDocument(text, {
    lineCounter: lines,
    schema: 'failsafe',
    resolveKnownTags: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'error',
  })
  const positionAt = (offset: number): Position => {
    const { line, col } = lines.linePos(offset)
    return { line: Math.max(line, 1), column: Math.max(col, 1) }
  }
  const wrong = [...document.errors, ...document.warnings]
  // Reports only the location where the parser stopped. Later errors are noise.
  if (wrong.length > 0)
    return {
      problems: wrong.slice(0, 1).map(({ pos, message }) => ({
        ...positionAt(pos[0]),
        message: /call stack/i.test(message)
          ? tooDeep
          : `the YAML could not be parsed: ${message.trimEnd().replace(/[.:]$/, '')}`,
      })),
    }
  const built = new TreeBuilder(positionAt)
  const value = document.contents === null ? undefined : built.rootOf(document.contents)
  if (built.problems.length > 0) return { problems: built.problems }
  return { tree: { value, positionOf: (path) => built.positionOf(path) } }
}

const tooDeep = `lists and mappings can be nested at most ${projectSettingsLimits.maxDepth} levels deep`

/**
 * Location of a value and, by key or index, of its parts. Nested because a flat map with complete paths as keys would
 * repeat a 30 KB key for each of 17,000 entries below it.
 */
interface Place {
  position: Position
  readonly parts: Map<string | number, Place>
}

const placeAt = (position: Position): Place => ({ position, parts: new Map() })

class TreeBuilder {
  readonly problems: PlacedProblem[] = []
  readonly #root: Place = placeAt({ line: 1, column: 1 })
  readonly #positionAt: (offset: number) => Position

  constructor(positionAt: (offset: number) => Position) {
    this.#positionAt = positionAt
  }

  positionOf(path: YamlPath): Position {
    let place = this.#root
    for (const step of path) {
      const part = place.parts.get(step)
      if (!part) break
      place = part
    }
    return place.position
  }

  rootOf(node: Node): YamlValue {
    this.#root.position = this.#positionOf(node)
    return this.#valueOf(node, this.#root, 0)
  }

  #valueOf(node: Node, place: Place, depth: number): YamlValue {
    if (depth > projectSettingsLimits.maxDepth) return this.#refuse(node, tooDeep)
    if ('anchor' in node && node.anchor !== undefined)
      return this.#refuse(node, 'anchors and aliases are not supported; write out the value')
    if (isScalar(node)) return String(node.value ?? '')
    if (isSeq<Node | null>(node))
      return node.items.map((item, index) =>
        item === null ? '' : this.#valueOf(item, this.#partOf(place, index, item), depth + 1),
      )
    if (isMap<Node, Node | null>(node)) return this.#mapping(node.items, place, depth)
    return this.#refuse(node, 'anchors and aliases are not supported; write out the value')
  }

  #mapping(pairs: readonly Pair<Node, Node | null>[], place: Place, depth: number): YamlValue {
    const entries = new Map<string, YamlValue>()
    for (const { key, value } of pairs) {
      if (!isScalar(key)) {
        this.#refuse(key, 'keys should be strings')
        continue
      }
      const name = String(key.value ?? '')
      if (entries.has(name))
        this.#refuse(key, `${JSON.stringify(name)} occurs twice in the same mapping; remove one of the entries`)
      const part = this.#partOf(place, name, key)
      entries.set(name, value === null ? '' : this.#valueOf(value, part, depth + 1))
    }
    // Unlike an assignment, this creates an own property even for `__proto__`.
    return Object.fromEntries(entries)
  }

  #partOf(place: Place, step: string | number, node: Node): Place {
    const part = placeAt(this.#positionOf(node))
    place.parts.set(step, part)
    return part
  }

  #positionOf(node: Node): Position {
    return this.#positionAt(node.range?.[0] ?? 0)
  }

  #refuse(node: Node, message: string): string {
    if (this.problems.length < projectSettingsLimits.maxMistakes)
      this.problems.push({ ...this.#positionOf(node), message })
    return ''
  }
}
