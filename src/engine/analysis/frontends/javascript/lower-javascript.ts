import type { Program } from 'oxc-parser'
import type { IrModule } from '../../ir/ir-module.ts'
import { tooComplex } from '../../parse-failure.ts'
import type { SourceLanguage } from '../../source-language.ts'
import { lowerExpression } from './lower-expression.ts'
import { lowerProgram } from './lower-module.ts'
import { lowerStatement } from './lower-statement.ts'
import { Lowering } from './lowering.ts'
import { type JavaScriptDialect, parseJavaScript, type SyntaxNode } from './parse-javascript.ts'
import { javaScriptSemantics } from './semantics.ts'

/** A file in the intermediate form. */
export interface LoweredFile {
  readonly unit: IrModule
  /** Set when something was left out: why. */
  readonly partial?: string
}

/** Writes a parsed program into the intermediate form. Throws ParseFailure. */
export function lowerJavaScript({
  program,
  text,
  language,
}: {
  readonly program: SyntaxNode
  readonly text: string
  readonly language: SourceLanguage
}): LoweredFile {
  if (!isProgram(program)) throw new TypeError('the tree is of no program')
  try {
    const to = new Lowering(program, text, {
      language,
      lowerers: { expression: lowerExpression, statement: lowerStatement },
    })
    lowerProgram(to, program)
    to.vendoredParts(to.vendored.parts)
    return { unit: to.build(), ...(to.isPartial && { partial: 'parts of it are nested too deeply' }) }
  } catch (error) {
    // The stack has ended.
    throw error instanceof RangeError ? tooComplex() : error
  }
}

/** Parses a text and writes it into the intermediate form. Throws ParseFailure. */
export function lowerJavaScriptText(text: string, dialect: JavaScriptDialect): IrModule {
  return lowerJavaScript({ program: parseJavaScript(text, dialect).program, text, language: languageOf(dialect) }).unit
}

const languageOf = (dialect: JavaScriptDialect): SourceLanguage =>
  javaScriptSemantics.files.languageOf.get(dialect) ?? 'javascript'

const isProgram = (node: SyntaxNode | Program): node is Program =>
  node.type === 'Program' && Array.isArray(node['body' as keyof typeof node])
