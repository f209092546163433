import { lowerJavaScriptText } from '../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { FlowBuilder } from '../../src/engine/analysis/ir/flow-builder.ts'
import { lineStartsOf } from '../../src/engine/analysis/ir/ir-module.ts'
import { linkModules } from '../../src/engine/analysis/program/link-modules.ts'
import { findReferences } from '../../src/engine/analysis/points-to/find-references.ts'
import { resolveModules } from '../../src/engine/analysis/modules/resolve-modules.ts'
import type { KnownProgram } from '../../src/engine/analysis/schemas/known-program.ts'

const dialects = { js: 'js', ts: 'ts', tsx: 'tsx', jsx: 'jsx' } as const

/** Links JavaScript and TypeScript files by path, and runs the points-to analysis. */
export function knownProgram(files: Readonly<Record<string, string>>): KnownProgram {
  return known(
    Object.entries(files).map(([path, text]) => ({
      path,
      unit: lowerJavaScriptText(text, dialects[path.slice(path.lastIndexOf('.') + 1) as keyof typeof dialects]),
    })),
  )
}

/** Returns a Python file whose IR is written by hand. */
export function knownPython(write: (builder: FlowBuilder) => void): KnownProgram {
  const builder = new FlowBuilder('python', lineStartsOf(''), 10_000)
  write(builder)
  return known([{ path: 'server.py', unit: builder.build() }])
}

function known(units: Parameters<typeof linkModules>[0]): KnownProgram {
  const program = linkModules(units)
  return { program, references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 1_000_000 }) }
}
