import { parse as parseWithBabel, type ParserOptions as BabelOptions, type ParserPlugin } from '@babel/parser'
import { type ParserOptions as OxcOptions, parseSync, rawTransferSupported } from 'oxc-parser'
import { syntaxError, tooComplex } from '../../parse-failure.ts'

export const javaScriptDialects = ['js', 'mjs', 'cjs', 'jsx', 'ts', 'mts', 'cts', 'tsx', 'dts'] as const
export type JavaScriptDialect = (typeof javaScriptDialects)[number]

/** An ESTree node from either parser. */
export interface SyntaxNode {
  readonly type: string
  readonly start: number
  readonly [key: string]: unknown
}

/** A parsed file. Offsets are in UTF-16 code units. `partial` is present if a parser recovered from errors. */
export interface ParsedJavaScript {
  readonly program: SyntaxNode
  readonly partial?: string
}

type Attempt = Pick<OxcOptions, 'lang' | 'sourceType'>

/**
 * Parser settings to try for each dialect, most common first. Untyped dialects always allow JSX, because `<` cannot
 * start an expression there. CommonJS allows top-level `return` and `await` as a name.
 */
const attempts: Readonly<Record<JavaScriptDialect, readonly Attempt[]>> = {
  js: [
    { lang: 'jsx', sourceType: 'unambiguous' },
    { lang: 'jsx', sourceType: 'commonjs' },
    { lang: 'tsx', sourceType: 'unambiguous' },
  ],
  jsx: [
    { lang: 'jsx', sourceType: 'unambiguous' },
    { lang: 'tsx', sourceType: 'unambiguous' },
  ],
  mjs: [{ lang: 'jsx', sourceType: 'module' }],
  cjs: [{ lang: 'jsx', sourceType: 'commonjs' }],
  ts: [
    { lang: 'ts', sourceType: 'unambiguous' },
    { lang: 'tsx', sourceType: 'unambiguous' },
    { lang: 'ts', sourceType: 'commonjs' },
  ],
  mts: [{ lang: 'ts', sourceType: 'module' }],
  cts: [{ lang: 'ts', sourceType: 'commonjs' }],
  tsx: [{ lang: 'tsx', sourceType: 'unambiguous' }],
  dts: [
    { lang: 'dts', sourceType: 'module' },
    { lang: 'ts', sourceType: 'unambiguous' },
  ],
}

/**
 * Parses with oxc, and with Babel if oxc fails, because Babel supports Flow and recovers from small errors. Throws
 * ParseFailure. Deep nesting may crash the process.
 */
export function parseJavaScript(text: string, dialect: JavaScriptDialect): ParsedJavaScript {
  for (const attempt of attempts[dialect]) {
    const program = parsedByOxc(text, attempt)
    if (program) return { program }
  }
  return parsedByBabel(text, dialect)
}

/**
 * Transfers the tree in memory instead of as JSON: 23 MB/s instead of 7 MB/s over 45 MB of packages.
 * The option is experimental and missing from the declared type.
 */
function rawTransferOptions(): OxcOptions & { readonly experimentalRawTransfer?: true } {
  return rawTransferSupported() ? { experimentalRawTransfer: true } : {}
}

function parsedByOxc(text: string, attempt: Attempt): SyntaxNode | undefined {
  const { errors, program } = parseSync('source', text, { ...attempt, ...rawTransferOptions() })
  // After a fatal error, the tree is empty. After a semantic error, such as a duplicate declaration, it is complete.
  return errors.length > 0 && program.body.length === 0 ? undefined : asNode(program)
}

function parsedByBabel(text: string, dialect: JavaScriptDialect): ParsedJavaScript {
  const isTyped = ['ts', 'mts', 'cts', 'tsx', 'dts'].includes(dialect)
  const jsx: ParserPlugin[] =
    dialect === 'ts' || dialect === 'mts' || dialect === 'cts' || dialect === 'dts' ? [] : ['jsx']
  const types: ParserPlugin = isTyped ? 'typescript' : ['flow', { all: true }]
  const plugins: ParserPlugin[] = ['estree', 'decorators', types, ...jsx]
  const options: BabelOptions = {
    sourceType: 'unambiguous',
    errorRecovery: true,
    allowReturnOutsideFunction: true,
    allowAwaitOutsideFunction: true,
    allowImportExportEverywhere: true,
    allowSuperOutsideMethod: true,
    allowUndeclaredExports: true,
    plugins,
  }
  try {
    const { program, errors } = parseWithBabel(text, options)
    const [first] = errors ?? []
    return {
      program: asNode(program),
      ...(first && {
        partial: `it has a syntax error${lineOf(first) === undefined ? '' : ` on line ${lineOf(first)}`}`,
      }),
    }
  } catch (error) {
    throw error instanceof RangeError ? tooComplex() : syntaxError(text, lineOf(error))
  }
}

function lineOf(error: unknown): number | undefined {
  const place = typeof error === 'object' && error !== null && 'loc' in error ? error.loc : undefined
  return typeof place === 'object' && place !== null && 'line' in place && typeof place.line === 'number'
    ? place.line
    : undefined
}

const isNode = (value: object): value is SyntaxNode => 'type' in value && typeof value.type === 'string'

function asNode(program: object): SyntaxNode {
  if (!isNode(program)) throw new TypeError('the parser returned no tree')
  return program
}
