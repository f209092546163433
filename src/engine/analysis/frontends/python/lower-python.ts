import type { Module } from 'py-ast'
import type { IrModule } from '../../ir/ir-module.ts'
import { tooComplex } from '../../parse-failure.ts'
import { lowerExpression } from './lower-expression.ts'
import { lowerModule } from './lower-module.ts'
import { lowerStatement } from './lower-statement.ts'
import { Lowering } from './lowering.ts'
import { parsePython } from './parse-python.ts'

/** Parses Python 3 source text and lowers it to IR. Throws ParseFailure. */
export function lowerPythonText(text: string): IrModule {
  return lowerPython(parsePython(text), text)
}

/** Lowers a parsed module to IR. Throws ParseFailure. */
export function lowerPython(program: Module, text: string): IrModule {
  try {
    const to = new Lowering(program, text, { expression: lowerExpression, statement: lowerStatement })
    lowerModule(to, program)
    return to.build()
  } catch (error) {
    // A RangeError means that the stack overflowed.
    throw error instanceof RangeError ? tooComplex() : error
  }
}
