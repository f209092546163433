import { Op } from '../ir/operations.ts'
import type { Program } from '../program/program.ts'
import type { FoundReferences } from '../points-to/found-references.ts'

/** A program and its points-to information. */
interface Named {
  readonly program: Program
  readonly references: FoundReferences
}

/**
 * Returns a callee's unqualified name: a method, an import, or a global. For a module that is called directly, returns
 * its specifier. Sees through compiler and bundler interoperability helpers. Undefined for anything else.
 */
export function plainName({ program, references }: Named, callee: number): string | undefined {
  let node = callee
  for (let steps = 0; steps < 8; steps += 1) {
    switch (program.op(node)) {
      case Op.Load: {
        const name = program.text(node, 1)
        return name === 'default' ? (outsideName(references, node) ?? name) : name
      }
      case Op.Import: {
        const name = program.text(node, 1)
        return name === 'default' || name === '*' ? program.text(node, 0) : name
      }
      case Op.Global:
        return program.text(node, 0)
      case Op.Capture:
      case Op.Cell:
      case Op.Typed:
        node = program.operand(node, 0)
        break
      case Op.Call:
      case Op.Logical:
        return outsideName(references, node)
      default:
        return undefined
    }
  }
  return undefined
}

/** Returns `express` for `express`, and `createServer` for `http.createServer`. */
function outsideName(references: FoundReferences, node: number): string | undefined {
  const [name] = references.externals(node)
  return name === undefined || /[()]/.test(name) ? undefined : name.slice(name.lastIndexOf('.') + 1)
}

/** Like `plainName`, but returns an empty string instead of undefined. */
export function lastName(known: Named, callee: number): string {
  return plainName(known, callee) ?? ''
}
