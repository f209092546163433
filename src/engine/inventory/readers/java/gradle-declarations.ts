import type { GradleDeclaration } from '../../maven-walk/gradle-declaration.ts'
import type { CatalogEntry } from './gradle-catalog-entries.ts'
import type { ScriptStatement } from './gradle-script.ts'

/** Dependency declaration that cannot be resolved without executing the script. */
export interface UnreadDeclaration {
  readonly configuration: string
  readonly text: string
  readonly line: number
}

/** Dependencies declared in a build script. */
export interface GradleDeclarations {
  readonly declared: readonly GradleDeclaration[]
  readonly unread: readonly UnreadDeclaration[]
}

/** Definitions that a script can refer to. */
export interface ScriptNames {
  /** Returns the literal value of a variable, if it has one. */
  readonly valueOf: (name: string) => string | undefined
  /** Catalog libraries by the accessor that follows `libs.`. */
  readonly catalog: ReadonlyMap<string, readonly CatalogEntry[]> | undefined
}

/**
 * Returns the declarations in all `dependencies` blocks of a script, including those in `allprojects`, `subprojects`,
 * and source sets. Only literals, variables with literal values, and version catalog accessors are resolved.
 */
export function declarationsIn(statements: readonly ScriptStatement[], names: ScriptNames): GradleDeclarations {
  const declared: GradleDeclaration[] = []
  const unread: UnreadDeclaration[] = []
  const readBlock = (block: readonly ScriptStatement[], isConstraint: boolean, prefix: string): void => {
    for (const statement of block) {
      if (/^constraints$/.test(statement.text) && statement.block !== undefined)
        readBlock(statement.block, true, prefix)
      else readStatement(statement, isConstraint, prefix)
    }
  }
  const readStatement = (statement: ScriptStatement, isConstraint: boolean, prefix: string): void => {
    const { text, block, line } = statement
    const [start = '', named = ''] = /^["']?([A-Za-z_]\w{0,100})["']?/.exec(text) ?? []
    const rest = text.slice(start.length)
    const name = rest === '' || /^[ (]/.test(rest) ? named : ''
    const configuration = prefix + name
    const argument = withoutParentheses(rest.trim())
    // Either a local variable, which `valueOf` resolves, or a statement that adds no dependency.
    if (/^(?:def|val|var|ext|println|import)$/.test(name)) return
    if (name === '' || argument === '' || control.has(name)) {
      if (block !== undefined || argument !== '') unread.push({ configuration, text, line })
      return
    }
    const [added = '', ...others] = name === 'add' ? partsOf(argument) : []
    const ofAdd = name === 'add' ? literalOf(added, names) : undefined
    for (const part of ofAdd === undefined ? argumentsOf(argument) : argumentsOf(others.join(', '))) {
      const found = artifactsOf(part, names)
      if (found === undefined) unread.push({ configuration, text: part, line })
      else
        for (const artifact of found)
          declared.push({
            configuration: ofAdd ?? configuration,
            ...artifact,
            ...strictVersion(block),
            ...(isConstraint && { isConstraint: true }),
            exclusions: exclusionsIn(block),
            line,
          })
    }
  }
  const visit = (list: readonly ScriptStatement[], prefix: string): void => {
    for (const { text, block } of list) {
      if (block === undefined) continue
      if (text === 'dependencies') readBlock(block, false, prefix)
      else visit(block, prefixOf(text) ?? prefix)
    }
  }
  visit(statements, '')
  return { declared, unread }
}

/**
 * Returns the prefix for the names of configurations in a block: the name of the source set or other part of the build.
 */
function prefixOf(text: string): string | undefined {
  if (text === 'buildscript' || text === 'pluginManagement') return 'buildscript '
  return /^(?:val |named ?\(["'])?\w{0,100}[tT]est\b/.test(text) ? 'test ' : undefined
}

const control: ReadonlySet<string> = new Set(['if', 'else', 'for', 'while', 'when', 'switch', 'try', 'with', 'apply'])

type Artifact = Pick<GradleDeclaration, 'artifact' | 'group' | 'isStrict' | 'platform' | 'version'>

/**
 * Returns the artifacts in an argument. Empty if the argument denotes projects or files. Undefined if it cannot be
 * resolved.
 */
function artifactsOf(argument: string, names: ScriptNames): readonly Artifact[] | undefined {
  const [, wrapper = '', inner = ''] = /^(platform|enforcedPlatform) ?\(([^]*)\)$/.exec(argument) ?? []
  if (wrapper !== '')
    return artifactsOf(inner.trim(), names)?.map((artifact) => ({
      ...artifact,
      platform: wrapper === 'platform' ? ('platform' as const) : ('enforced' as const),
    }))
  if (/^(?:project|files|fileTree|gradleApi|localGroovy|gradleTestKit|gradleKotlinDsl|testFixtures) ?\(/.test(argument))
    return []
  if (/^projects\.|^sourceSets\./.test(argument)) return []
  const [, accessor] =
    /^libs\.([\w.]{1,200})$/.exec(argument.endsWith('.get()') ? argument.slice(0, -'.get()'.length) : argument) ?? []
  if (accessor !== undefined)
    return names.catalog?.get(accessor)?.flatMap(({ name = '', requested, isStrict }) => {
      const [group = '', artifact = ''] = name.split(':', 2)
      return group === '' || artifact === ''
        ? []
        : [{ group, artifact, ...(requested !== undefined && { version: requested }), ...(isStrict && { isStrict }) }]
    })
  const literal = literalOf(argument, names)
  const parts = literal === undefined ? namedParts(argument, names) : notationParts(literal)
  return parts === undefined ? undefined : [parts]
}

/** Parses `group:artifact:version:classifier@extension`, in which `!!` makes the version strict. */
function notationParts(notation: string): Artifact | undefined {
  const [group = '', artifact = '', stated = ''] = (notation.split('@')[0] ?? '').split(':')
  if (group === '' || artifact === '') return undefined
  const isStrict = stated.endsWith('!!')
  const version = isStrict ? stated.slice(0, -2) : stated
  return { group, artifact, ...(version !== '' && { version }), ...(isStrict && { isStrict: true }) }
}

/** Parses `group: 'g', name: 'a', version: '1'`, and the same with `=` in Kotlin. */
function namedParts(argument: string, names: ScriptNames): Artifact | undefined {
  const values = new Map<string, string>()
  for (const part of partsOf(argument)) {
    const at = part.search(/[:=]/)
    const name = part.slice(0, Math.max(at, 0)).trim()
    const value = literalOf(part.slice(at + 1).trim(), names)
    if (name === '' || value === undefined) return undefined
    values.set(name, value)
  }
  const [group, artifact, version] = ['group', 'name', 'version'].map((name) => values.get(name))
  return group && artifact ? { group, artifact, ...(version !== undefined && { version }) } : undefined
}

/** Returns the value of a string literal, or undefined if it refers to a variable without a literal value. */
export function literalOf(text: string, { valueOf }: Pick<ScriptNames, 'valueOf'>): string | undefined {
  const [, quote, content] = /^(["'])([^"'\\\n]*)\1$/.exec(text) ?? []
  if (content === undefined) return /^[A-Za-z_]\w*$/.test(text) ? valueOf(text) : undefined
  if (quote === "'" || !content.includes('$')) return content
  let isKnown = true
  const value = content.replaceAll(/\$\{([^{}]*)\}|\$(\w+)/g, (_whole, braced?: string, plain?: string) => {
    const known = valueOf((braced ?? plain ?? '').trim())
    isKnown &&= known !== undefined
    return known ?? ''
  })
  return isKnown ? value : undefined
}

function withoutParentheses(text: string): string {
  return text.startsWith('(') && text.endsWith(')') ? text.slice(1, -1).trim() : text
}

/** Splits the top-level arguments. Named parts that describe one artifact are kept together as one argument. */
function argumentsOf(text: string): string[] {
  const parts = partsOf(text)
  return parts.length > 1 && parts.some((part) => /^group ?[:=]/.test(part)) ? [parts.join(', ')] : parts
}

function partsOf(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let start = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at]
    if (char === '(' || char === '[') depth += 1
    else if (char === ')' || char === ']') depth -= 1
    else if (char === ',' && depth === 0) {
      parts.push(text.slice(start, at).trim())
      start = at + 1
    }
  }
  parts.push(text.slice(start).trim())
  return parts.filter((part) => part !== '')
}

function exclusionsIn(block: readonly ScriptStatement[] = []): string[] {
  return block.flatMap(({ text }) => {
    if (/^(?:isTransitive|transitive)[ =(]{1,4}false/.test(text)) return ['*:*']
    if (!/^exclude\b/.test(text)) return []
    const [, group = '*'] = /group ?[:=] ?["']([\w.-]{1,200})["']/.exec(text) ?? []
    const [, artifact = '*'] = /module ?[:=] ?["']([\w.-]{1,200})["']/.exec(text) ?? []
    return group === '*' && artifact === '*' ? [] : [`${group}:${artifact}`]
  })
}

function strictVersion(block: readonly ScriptStatement[] = []): Pick<GradleDeclaration, 'isStrict' | 'version'> {
  const inner = block.find(({ text }) => text === 'version')?.block ?? []
  for (const { text } of inner) {
    const [, kind = '', version] = /^(strictly|require|prefer)[ (]{1,3}["']([^"'$]{1,200})["']/.exec(text) ?? []
    if (version !== undefined) return { version, ...(kind === 'strictly' && { isStrict: true as const }) }
  }
  return {}
}
