import { Op } from '../ir/operations.ts'
import type { ProgramFile } from '../program/program-parts.ts'
import type { Program } from '../program/program.ts'

const exportsOfPrograms = new WeakMap<Program, Map<ProgramFile, Map<string, number>>>()

/** Returns a file's exported values by name. */
export function exportedNames(program: Program, file: ProgramFile): ReadonlyMap<string, number> {
  let byFile = exportsOfPrograms.get(program)
  if (!byFile) {
    byFile = new Map()
    for (const node of program.index.of(Op.Export)) {
      const exporting = program.fileOf(node)
      const exported = byFile.get(exporting) ?? new Map<string, number>()
      byFile.set(exporting, exported.set(program.text(node, 0), program.operand(node, 1)))
    }
    exportsOfPrograms.set(program, byFile)
  }
  return byFile.get(file) ?? noExports
}

const noExports: ReadonlyMap<string, number> = new Map()
