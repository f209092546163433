import { isUtf8 } from 'node:buffer'
import type { SourceLanguage } from './source-file.ts'

/** Which grammar a source file is written in, by its name or its first line. */
export type SourceDialect = 'js' | 'mjs' | 'cjs' | 'jsx' | 'ts' | 'mts' | 'cts' | 'tsx' | 'dts' | 'py' | 'pyi'

const dialects: Readonly<Record<string, SourceDialect>> = {
  js: 'js',
  mjs: 'mjs',
  cjs: 'cjs',
  jsx: 'jsx',
  ts: 'ts',
  mts: 'mts',
  cts: 'cts',
  tsx: 'tsx',
  py: 'py',
  pyw: 'py',
  pyi: 'pyi',
}

export const languageOf: Readonly<Record<SourceDialect, SourceLanguage>> = {
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  mts: 'typescript',
  cts: 'typescript',
  tsx: 'typescript',
  dts: 'typescript',
  py: 'python',
  pyi: 'python',
}

/**
 * True for names that source files have; those without an extension, as programs have, are known by their first line
 * only.
 */
export function mayBeSource(path: string): boolean {
  const name = baseName(path)
  return !name.includes('.') || dialectByName(name) !== undefined
}

/**
 * The grammar of a file; undefined for what is no source file. Asks for the content only where the name does not tell.
 */
export function sourceDialectOf(file: { readonly path: string; readonly content: Buffer }): SourceDialect | undefined {
  const name = baseName(file.path)
  if (!name.includes('.')) return dialectByFirstLine(file.content)
  const dialect = dialectByName(name)
  return dialect === 'ts' && isOtherTs(file.content) ? undefined : dialect
}

/** The grammar that the name of a file tells; undefined for other names. */
export function sourceDialectByName(path: string): SourceDialect | undefined {
  return dialectByName(baseName(path))
}

const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function dialectByName(name: string): SourceDialect | undefined {
  if (/\.d\.[cm]?ts$|\.d\.[^.]+\.ts$/i.test(name)) return 'dts'
  const extension = name.slice(name.lastIndexOf('.') + 1).toLowerCase()
  return Object.hasOwn(dialects, extension) ? dialects[extension] : undefined
}

/** A program's interpreter, as `#!` names it. */
function dialectByFirstLine(content: Buffer): SourceDialect | undefined {
  if (content[0] !== 0x23 || content[1] !== 0x21) return undefined
  const [line = ''] = content.toString('latin1', 0, 200).split('\n')
  if (/\b(?:tsx|ts-node|deno|bun)\b/.test(line)) return 'ts'
  if (/\bnode(?:js)?\b/.test(line)) return 'js'
  return /\bpython[\d.]*\b/.test(line) ? 'py' : undefined
}

/**
 * MPEG transport streams and translations of Qt have the extension of TypeScript. A stream has 0x47 every 188 bytes
 * (ISO/IEC 13818-1, 2.4.3.2) and is no text; a translation is XML, with which no TypeScript begins.
 */
function isOtherTs(content: Buffer): boolean {
  if (content[0] === 0x47)
    return (
      [188, 376].every((at) => content.length <= at || content[at] === 0x47) &&
      (content.includes(0) || !isUtf8(content))
    )
  return /^\uFEFF?\s*<(?:\?xml|!DOCTYPE)\s/.test(content.toString('utf8', 0, 100))
}
