import type { Entry, OfferedTool } from '../entries/entry.ts'
import { Op } from '../form/operations.ts'
import type { Program } from '../program/program.ts'
import type { TaintKind } from '../taint-kind.ts'
import type { ReachedSink } from './judge-taint.ts'
import type { TaintGraph } from './taint-graph.ts'

/** Words by which a tool or its parameter says that it is there to run whatever it is handed. */
const words: Readonly<Partial<Record<TaintKind, RegExp>>> = {
  command: /\b(?:commands?|cmd|shell|terminal|bash|powershell|scripts?|exec(?:ute|utes)?|run)\b/i,
  process: /\b(?:commands?|cmd|shell|terminal|programs?|executables?|binary|exec(?:ute|utes)?|launch(?:es)?|spawn)\b/i,
  argument: /\b(?:commands?|cmd|shell|terminal|exec(?:ute|utes)?)\b/i,
  code: /\b(?:code|scripts?|javascript|python|expressions?|eval(?:uate|uates)?|functions?|repl|snippet)\b/i,
  query: /\b(?:sql|quer(?:y|ies)|statements?|cypher|graphql|database)\b/i,
}

/**
 * Whether a tool exists to do what the sink does: it takes the whole text from its caller, and its name, description or the
 * parameter say so. That is a capability to be told, and no defect.
 */
export function isPurposeOf(program: Program, graph: TaintGraph, { use, steps }: ReachedSink, { entry, tool }: { readonly entry: Entry; readonly tool: OfferedTool | undefined }): boolean {
  const expected = words[use.kind]
  if (!expected || !tool) return false
  const parameter = steps.map((step) => graph.nodeOf(graph.to(step))).find((node) => node < program.nodeCount && program.op(node) === Op.Load)
  // Python hands each argument over by itself.
  const named = parameter === undefined ? (program.functions[program.functionOf(entry.node)]?.parameters.find(({ node }) => node === entry.node)?.name ?? '') : program.text(parameter, 1)
  return expected.test(spaced(named)) && expected.test(`${spaced(tool.name)} ${tool.description ?? ''}`)
}

/** `runCommand` and `run_command` as `run command`. */
const spaced = (name: string) => name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll(/[_-]/g, ' ')
