import { linesOf } from '../../syntax/lines.ts'
import { parsingSteps } from '../../syntax/parsing-cost.ts'
import type { WorkBudget } from '../../work-budget.ts'

/** Module version required in a go.mod file. */
export interface GoRequirement {
  readonly path: string
  readonly version: string
  /** True if the module is only required by other modules, according to the comment `// indirect`. */
  readonly isIndirect: boolean
  /** Line number, starting at 1. */
  readonly line: number
}

/** Replacement on the right-hand side of a `replace` directive. */
export interface GoReplacement {
  /** Module path, or a folder if there is no version. */
  readonly path: string
  readonly version: string | undefined
}

/**
 * Relevant directives of a go.mod, https://go.dev/ref/mod#go-mod-file, or a go.work,
 * https://go.dev/ref/mod#go-work-file
 */
export interface GoModFile {
  readonly module: string | undefined
  readonly requirements: readonly GoRequirement[]
  /** Folders of the workspace modules, relative to the go.work. */
  readonly uses: readonly string[]
  /** Replacements by `path@version`, or by `path` for all versions. */
  readonly replacements: ReadonlyMap<string, GoReplacement>
  /** Language version, such as `1.21` or `1.21.3`. */
  readonly goVersion: { readonly version: string; readonly line: number } | undefined
  /** Toolchain version, such as `1.22.1`, without vendor suffixes. */
  readonly toolchain: { readonly version: string; readonly line: number } | undefined
}

/** Parses the directives and ignores other lines. Runs in linear time. */
export function readGoMod(text: string, work?: WorkBudget): GoModFile {
  work?.spend(parsingSteps(text))
  const requirements: GoRequirement[] = []
  const uses: string[] = []
  const replacements = new Map<string, GoReplacement>()
  let block: string | undefined
  let module: string | undefined
  let goVersion: GoModFile['goVersion']
  let toolchain: GoModFile['toolchain']
  for (const [index, raw] of linesOf(text).entries()) {
    const { words, comment } = wordsOf(raw)
    if (words.length === 0) continue
    if (block === undefined && words.length === 2 && words[1] === '(') block = words[0]
    else if (block !== undefined && words[0] === ')') block = undefined
    else {
      const directive = block ?? words[0]
      const [first, second] = block === undefined ? words.slice(1) : words
      if (first === undefined) continue
      if (directive === 'module') module = first
      else if (directive === 'use') uses.push(first)
      else if (directive === 'go' && /^\d+\.\d+/.test(first)) goVersion = { version: first, line: index + 1 }
      else if (directive === 'toolchain') toolchain = toolchainOf(first, index + 1)
      else if (directive === 'replace') addReplacement(replacements, block === undefined ? words.slice(1) : words)
      else if (directive === 'require' && second !== undefined)
        requirements.push({ path: first, version: second, isIndirect: isIndirect(comment), line: index + 1 })
    }
  }
  return { module, requirements, uses, replacements, goVersion, toolchain }
}

/** Parses `go1.22.1` or `go1.22.1-vendor`. The special value `default` names no version. */
function toolchainOf(name: string, line: number): GoModFile['toolchain'] {
  const version = /^go(\d+\.\d+(?:\.\d+|(?:rc|beta)\d+)?)/.exec(name)?.[1]
  return version === undefined ? undefined : { version, line }
}

/**
 * Reports whether a comment marks an indirect requirement. Only its first words matter,
 * https://go.dev/ref/mod#go-mod-file-require
 */
const isIndirect = (comment: string): boolean => /^\s*indirect(?:$|;|\s)/.test(comment)

/** Parses `old [version] => new [version]`. */
function addReplacement(replacements: Map<string, GoReplacement>, words: readonly string[]): void {
  const arrow = words.indexOf('=>')
  const [path, version] = words.slice(0, Math.max(arrow, 0))
  const [newPath, newVersion] = words.slice(arrow + 1)
  if (arrow > 0 && path !== undefined && newPath !== undefined)
    replacements.set(version === undefined ? path : `${path}@${version}`, { path: newPath, version: newVersion })
}

/** Splits a line into words, which may be quoted, and its comment. */
function wordsOf(line: string): { readonly words: string[]; readonly comment: string } {
  const comment = line.search(/(?:^|\s)\/\//)
  const content = comment < 0 ? line : line.slice(0, comment)
  const words = content.split(/\s+/).filter(Boolean)
  return {
    words: words.map((word) => word.replace(/^(["`])(.*)\1$/, '$2')),
    comment: comment < 0 ? '' : line.slice(comment).trimStart().slice(2),
  }
}
