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

export interface LoweredFile {
  readonly unit: IrModule
  /** Reason why part of the file is missing. Absent if it is complete. */
  readonly partial?: string
}

/** Lowers a parsed program to IR. Throws ParseFailure. */
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
    // A RangeError means that the stack overflowed.
    throw error instanceof RangeError ? tooComplex() : error
  }
}

/** Parses source text and lowers it to IR. Throws ParseFailure. */
export function lowerJavaScriptText(text: string, dialect: JavaScriptDialect): IrModule {
  return lowerJavaScript({ program: parseJavaScript(text, dialect).program, text, language: languageOf(dialect) }).unit
}

const languageOf = (dialect: JavaScriptDialect): SourceLanguage =>
  javaScriptSemantics.files.languageOf.get(dialect) ?? 'javascript'

const isProgram = (node: SyntaxNode | Program): node is Program =>
  node.type === 'Program' && Array.isArray(node['body' as keyof typeof node])
