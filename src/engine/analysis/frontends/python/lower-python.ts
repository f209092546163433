import type { Module } from 'py-ast'
import type { IrModule } from '../../ir/ir-module.ts'
import { tooComplex } from '../../parse-failure.ts'
import { lowerExpression } from './lower-expression.ts'
import { lowerModule } from './lower-module.ts'
import { lowerStatement } from './lower-statement.ts'
import { Lowering } from './lowering.ts'
import { parsePython } from './parse-python.ts'

/** Parses a text of Python 3 and writes it into the intermediate form. Throws ParseFailure. */
export function lowerPythonText(text: string): IrModule {
  return lowerPython(parsePython(text), text)
}

/** Writes a parsed module into the intermediate form. Throws ParseFailure. */
export function lowerPython(program: Module, text: string): IrModule {
  try {
    const to = new Lowering(program, text, { expression: lowerExpression, statement: lowerStatement })
    lowerModule(to, program)
    return to.build()
  } catch (error) {
    // The stack has ended.
    throw error instanceof RangeError ? tooComplex() : error
  }
}
