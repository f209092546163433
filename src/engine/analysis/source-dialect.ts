import { languages } from './frontends/catalogue.ts'
import type { LanguageSemantics } from './language-semantics.ts'

/** A source file's grammar and the frontend that supports it. */
export interface SourceDialect {
  readonly name: string
  readonly language: string
  readonly semantics: LanguageSemantics
}

/**
 * True if a file with this name may be a source file. A file without an extension, such as an executable script, is
 * recognized only by its first line.
 */
export function mayBeSource(path: string): boolean {
  const name = baseName(path)
  return !name.includes('.') || byName(name) !== undefined
}

/**
 * Returns the dialect of a file, or undefined if it is not a source file. Reads the content only if the name is
 * ambiguous.
 */
export function dialectOf(file: { readonly path: string; readonly content: Buffer }): SourceDialect | undefined {
  const name = baseName(file.path)
  if (!name.includes('.')) return byFirstLine(file.content)
  const dialect = byName(name)
  return dialect?.semantics.files.isForeign?.(dialect.name, file.content) === true ? undefined : dialect
}

/** Returns the name of a file's dialect, or undefined if it is not a source file. */
export function sourceDialectOf(file: { readonly path: string; readonly content: Buffer }): string | undefined {
  return dialectOf(file)?.name
}

/** Returns the dialect that a file name implies. Undefined if the name implies none. */
export function sourceDialectByName(path: string): SourceDialect | undefined {
  return byName(baseName(path))
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function byName(name: string): SourceDialect | undefined {
  for (const { named, semantics } of known) {
    const dialect = semantics.files.dialectByName?.(name)
    if (dialect !== undefined) return named.get(dialect)
  }
  return byExtension.get(name.slice(name.lastIndexOf('.') + 1).toLowerCase())
}

/** Infers the dialect from the interpreter in a `#!` line. */
function byFirstLine(content: Buffer): SourceDialect | undefined {
  if (content[0] !== 0x23 || content[1] !== 0x21) return undefined
  const [line = ''] = content.toString('latin1', 0, 200).split('\n')
  for (const { named, semantics } of known) {
    const dialect = semantics.files.dialectByInterpreter(line)
    if (dialect !== undefined) return named.get(dialect)
  }
  return undefined
}

const known = languages.map((semantics) => ({
  semantics,
  named: new Map(
    [...semantics.files.languageOf].map(([name, language]) => [name, { name, language, semantics } as const]),
  ),
}))

const byExtension = new Map(
  known.flatMap(({ semantics, named }) =>
    [...semantics.files.extensions].flatMap(([extension, dialect]) => {
      const found = named.get(dialect)
      return found ? [[extension, found] as const] : []
    }),
  ),
)
