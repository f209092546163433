import { lowerJavaScriptText } from '../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import type { JavaScriptDialect } from '../../../src/engine/analysis/frontends/javascript/parse-javascript.ts'
import { lowerPythonText } from '../../../src/engine/analysis/frontends/python/lower-python.ts'
import { resolveModules } from '../../../src/engine/analysis/modules/resolve-modules.ts'
import { linkModules } from '../../../src/engine/analysis/program/link-modules.ts'
import type { Program } from '../../../src/engine/analysis/program/program.ts'
import { findReferences } from '../../../src/engine/analysis/points-to/find-references.ts'
import type { FoundReferences } from '../../../src/engine/analysis/points-to/found-references.ts'

/** Texts of files by path. A single text is `index.js`. Files that end in `.json` are settings of the project. */
export type Texts = Readonly<Record<string, string>> | string

const dialects: Readonly<Record<string, JavaScriptDialect>> = {
  js: 'js',
  mjs: 'mjs',
  cjs: 'cjs',
  jsx: 'jsx',
  ts: 'ts',
  mts: 'mts',
  cts: 'cts',
  tsx: 'tsx',
}

/** Links JavaScript, TypeScript, and Python files into one program. */
export function linkedTexts(texts: Texts): Program {
  const sources = Object.entries(typeof texts === 'string' ? { 'index.js': texts } : texts).filter(
    ([path]) => !path.endsWith('.json'),
  )
  return linkModules(
    sources.map(([path, text]) => ({
      path,
      unit: path.endsWith('.py')
        ? lowerPythonText(text)
        : lowerJavaScriptText(text, dialects[path.slice(path.lastIndexOf('.') + 1)] ?? 'js'),
    })),
  )
}

export function settingsIn(texts: Texts): ReadonlyMap<string, string> {
  return new Map(typeof texts === 'string' ? [] : Object.entries(texts).filter(([path]) => path.endsWith('.json')))
}

/** Links such files and runs the points-to analysis. */
export function referencesIn(
  texts: Texts,
  { maxSteps = 1_000_000 }: { readonly maxSteps?: number } = {},
): { readonly program: Program; readonly references: FoundReferences } {
  const program = linkedTexts(texts)
  return { program, references: findReferences(program, resolveModules(program, settingsIn(texts)), { maxSteps }) }
}
