import type { Program } from 'oxc-parser'
import type { IrModule } from '../../ir/ir-module.ts'
import { tooComplex } from '../../parse-failure.ts'
import type { SourceLanguage } from '../../source-language.ts'
import type { WholeFile } from '../language-parser.ts'
import { lowerExpression } from './lower-expression.ts'
import { lowerProgram } from './lower-module.ts'
import { lowerStatement } from './lower-statement.ts'
import { Lowering } from './lowering.ts'
import { type JavaScriptDialect, parseJavaScript, type SyntaxNode } from './parse-javascript.ts'
import { javaScriptSemantics } from './semantics.ts'

/** Lowers a parsed program to IR. Throws ParseFailure. */
export function lowerJavaScript({
  program,
  text,
  language,
  keepsVendored = false,
}: {
  readonly program: SyntaxNode
  readonly text: string
  readonly language: SourceLanguage
  readonly keepsVendored?: boolean
}): WholeFile {
  if (!isProgram(program)) throw new TypeError('the tree is of no program')
  try {
    const to = new Lowering(program, text, {
      language,
      lowerers: { expression: lowerExpression, statement: lowerStatement },
      keepsVendored,
    })
    lowerProgram(to, program)
    to.vendoredParts(to.vendored.parts)
    return { unit: to.build(), ...(to.isPartial && { partial: 'parts of it are nested too deeply' }) }
  } catch (error) {
    // A RangeError means that the stack overflowed.
    throw error instanceof RangeError ? tooComplex() : error
  }
}

/** Parses source text and lowers it to IR. Throws ParseFailure. */
export function lowerJavaScriptText(text: string, dialect: JavaScriptDialect): IrModule {
  return lowerJavaScript({ program: parseJavaScript(text, dialect).program, text, language: languageOf(dialect) }).unit
}

/** Lowers the whole file, including bundled code of other packages. Throws ParseFailure. */
export function lowerWholeJavaScript(text: string, dialect: JavaScriptDialect): WholeFile {
  const { program, partial } = parseJavaScript(text, dialect)
  const lowered = lowerJavaScript({ program, text, language: languageOf(dialect), keepsVendored: true })
  return partial === undefined ? lowered : { partial, ...lowered }
}

const languageOf = (dialect: JavaScriptDialect): SourceLanguage =>
  javaScriptSemantics.files.languageOf.get(dialect) ?? 'javascript'

const isProgram = (node: SyntaxNode | Program): node is Program =>
  node.type === 'Program' && Array.isArray(node['body' as keyof typeof node])
