import { lowerJavaScriptText } from '../../../../../src/engine/analysis/frontends/javascript/lower-javascript.ts'
import { Op } from '../../../../../src/engine/analysis/ir/operations.ts'
import { createGuards } from '../../../../../src/engine/analysis/taint/sanitizers/create-guards.ts'
import type { GuardJudgement, Guards } from '../../../../../src/engine/analysis/taint/sanitizers/guard.ts'
import { resolveModules } from '../../../../../src/engine/analysis/modules/resolve-modules.ts'
import type { Program } from '../../../../../src/engine/analysis/program/program.ts'
import { linkModules } from '../../../../../src/engine/analysis/program/link-modules.ts'
import { lowerPythonText } from '../../../../../src/engine/analysis/frontends/python/lower-python.ts'
import { findReferences } from '../../../../../src/engine/analysis/points-to/find-references.ts'
import { anyShape } from '../../../../../src/engine/analysis/schemas/shape.ts'
import { shapeOfSchema } from '../../../../../src/engine/analysis/schemas/shape-of-schema.ts'
import {
  allKinds,
  kindsIn,
  maskOf,
  queryWithBackslashes,
  type TaintKind,
  type TaintMask,
  taintKinds,
} from '../../../../../src/engine/analysis/taint-kind.ts'
import type { ProgramGroup, WholePrograms } from './program-group.ts'
import { groups as callersAndRefinements } from './programs/callers-and-refinements.ts'
import { groups as checksAndTransfers } from './programs/checks-and-transfers.ts'
import { groups as conditionsTakenApart } from './programs/conditions-taken-apart.ts'
import { groups as elementsAndResults } from './programs/elements-and-results.ts'
import { groups as foldersAndLinks } from './programs/folders-and-links.ts'
import { groups as functionsThatCheck } from './programs/functions-that-check.ts'
import { groups as javascriptConditions } from './programs/javascript-conditions.ts'
import { groups as javascriptValues } from './programs/javascript-values.ts'
import { groups as libraryNames } from './programs/library-names.ts'
import { groups as loopsAndBranches } from './programs/loops-and-branches.ts'
import { groups as networkTests } from './programs/network-tests.ts'
import { groups as optionTests } from './programs/option-tests.ts'
import { groups as placesOfChecks } from './programs/places-of-checks.ts'
import { groups as python } from './programs/python.ts'
import { groups as requests } from './programs/requests.ts'
import { groups as rejections } from './programs/rejections.ts'
import { groups as requestsAndSchemas } from './programs/requests-and-schemas.ts'
import { groups as singleChecks } from './programs/single-checks.ts'
import { groups as textTransfers } from './programs/text-transfers.ts'
import { groups as textRewriting } from './programs/text-rewriting.ts'
import { groups as valuesAndParts } from './programs/values-and-parts.ts'

/** Groups of programs by file name in `programs`. `judgements/<name>.json` contains their judgements. */
export const programs: Readonly<Record<string, readonly (ProgramGroup | WholePrograms)[]>> = {
  'callers-and-refinements': callersAndRefinements,
  'checks-and-transfers': checksAndTransfers,
  'conditions-taken-apart': conditionsTakenApart,
  'elements-and-results': elementsAndResults,
  'folders-and-links': foldersAndLinks,
  'functions-that-check': functionsThatCheck,
  'javascript-conditions': javascriptConditions,
  'javascript-values': javascriptValues,
  'library-names': libraryNames,
  'loops-and-branches': loopsAndBranches,
  'network-tests': networkTests,
  'option-tests': optionTests,
  'places-of-checks': placesOfChecks,
  python,
  rejections,
  requests,
  'requests-and-schemas': requestsAndSchemas,
  'single-checks': singleChecks,
  'text-rewriting': textRewriting,
  'text-transfers': textTransfers,
  'values-and-parts': valuesAndParts,
}

/**
 * Cleared kinds. After a bar, each mistake with its kinds. After another bar, the kinds of a check that could not be
 * judged: `path argument | links-not-resolved(path) | tested(url)`. Whole programs have one entry for each use, with
 * the line of each mistake and check: `path | links-not-resolved(path)@2; nothing`.
 */
export type Judgement = string

/** Mistakes of checks in the programs that were judged. */
export const mistakesMade = new Set<string>()

/** Returns the names of a group's judgements. */
export function namesIn(group: ProgramGroup | WholePrograms): readonly string[] {
  return 'programs' in group ? Object.keys(group.programs) : group.functions.map(([name]) => name)
}

/** Returns the judgements of a group: of the value that each function uses, or of all values that each program uses. */
export function judgeGroup(group: ProgramGroup | WholePrograms): Record<string, Judgement> {
  if (!('programs' in group)) return judgeFunctions(group)
  return Object.fromEntries(Object.entries(group.programs).map(([name, text]) => [name, judgeProgram(group, text)]))
}

const extension = { javascript: 'ts', python: 'py' } as const
type Language = keyof typeof extension

function guardsOf(
  language: Language,
  files: readonly (readonly [name: string, text: string])[],
): { readonly program: Program; readonly guards: Guards } {
  const lower = (text: string) => (language === 'javascript' ? lowerJavaScriptText(text, 'ts') : lowerPythonText(text))
  const program = linkModules(files.map(([path, text]) => ({ path, unit: lower(text) })))
  const known = {
    program,
    references: findReferences(program, resolveModules(program, new Map()), { maxSteps: 1_000_000 }),
  }
  const entries = callsOf(program, 'entry').map((call) => ({
    node: program.operand(call, 1),
    shape: shapeOfSchema(known, program.operand(call, 2)) ?? anyShape,
  }))
  return { program, guards: createGuards(known, entries) }
}

/** Returns the calls of a global function, in order. */
function callsOf(program: Program, name: string): number[] {
  return Array.from({ length: program.nodeCount }, (_none, node) => node).filter((call) => {
    const callee = program.operand(call, 0)
    return program.op(call) === Op.Call && program.op(callee) === Op.Global && program.text(callee, 0) === name
  })
}

/** Returns the judgements of each use in a program. Mistakes and undecided checks have line numbers. */
function judgeProgram({ name, language, head }: WholePrograms, text: string): Judgement {
  const files = `${head}${text.replace(/^\n/, '')}`.split(/^=== (.*)\n/m)
  const named = [
    [`a.${extension[language]}`, files[0] ?? ''] as const,
    ...Array.from(
      { length: (files.length - 1) / 2 },
      (_none, index) => [files[2 * index + 1] ?? '', files[2 * index + 2] ?? ''] as const,
    ),
  ]
  const { program, guards } = guardsOf(language, named)
  const lines = (node: number) => `@${program.placeOf(node).line}`
  const uses = callsOf(program, 'use').map((call) => {
    const judgement = guards.judge(
      { value: program.operand(call, 1), user: call, region: program.regionOf[call] ?? -1 },
      allKinds,
    )
    return { call, text: textOf(judgement, lines) }
  })
  const fields = callsOf(program, 'useField').map((call) => {
    const keys = program.text(program.operand(call, 2), 1).split('.')
    return {
      call,
      text: kindsText(
        guards.judgeField({ value: program.operand(call, 1), user: call, region: program.regionOf[call] ?? -1 }, keys),
        ' ',
      ),
    }
  })
  const kept = Array.from({ length: program.nodeCount }, (_none, node) => node)
    .filter((node) => program.op(node) === Op.Store && program.text(node, 1) === 'kept')
    .map((store) => {
      const judgement = guards.judge(
        { value: program.operand(store, 2), user: store, region: program.regionAt(store) },
        allKinds,
      )
      return { call: store, text: textOf(judgement, lines) }
    })
  if (uses.length + fields.length + kept.length === 0) throw new Error(`A program of ${name} uses nothing.`)
  return [...uses, ...fields, ...kept]
    .sort((one, other) => placeIn(program, one.call) - placeIn(program, other.call))
    .map((use) => use.text || 'nothing')
    .join('; ')
}

/** Sort key of a use: files in order, then offsets. */
function placeIn(program: Program, node: number): number {
  return program.files.indexOf(program.fileOf(node)) * 1_000_000 + (program.offsets[node] ?? 0)
}

function judgeFunctions({ language, head, functions, asks }: ProgramGroup): Record<string, Judgement> {
  const text =
    language === 'javascript'
      ? head + functions.map(([, body], index) => `export async function f${index}(x, y, list) { ${body} }`).join('\n')
      : head + functions.map(([, body], index) => `def f${index}(x, y):\n${body}\n`).join('\n')
  const { program, guards } = guardsOf(language, [[`a.${extension[language]}`, text]])
  const judged: Record<string, Judgement> = {}
  for (const call of callsOf(program, 'use')) {
    const value = program.operand(call, 1)
    const region = program.regionOf[call] ?? -1
    const judgement =
      asks === 'judge'
        ? guards.judge({ value, user: call, region }, allKinds)
        : guards.transfer(value, operandOf(program, value))
    const index = Number(/\d+$/.exec(program.functions[program.functionOf(call)]?.name ?? '')?.[0] ?? -1)
    judged[functions[index]?.[0] ?? `function ${index}`] = textOf(judgement, () => '')
  }
  return judged
}

function textOf({ cleared, flaws, tested }: GuardJudgement, line: (node: number) => string): Judgement {
  for (const { mistake } of flaws) mistakesMade.add(mistake)
  const mistakes = flaws.map(({ mistake, kinds, node }) => `${mistake}(${kindsText(kinds, '+')})${line(node)}`)
  const undecided = tested ? [`tested(${kindsText(tested.kinds, '+')})${line(tested.node)}`] : []
  return [
    kindsText(cleared, ' '),
    ...[mistakes, undecided].filter((part) => part.length > 0).map((part) => part.join(' ')),
  ].join(' | ')
}

/** Kinds that the records omit. `later-kinds.test.ts` tests them. */
const laterKinds: ReadonlySet<TaintKind> = new Set<TaintKind>(['reflection', 'xml', 'pattern', 'url-path', 'condition'])
const recordedKinds = taintKinds.filter((kind) => !laterKinds.has(kind))

function kindsText(mask: TaintMask, between: string): string {
  const kinds = kindsIn(mask).filter((kind) => !laterKinds.has(kind))
  const others = recordedKinds.filter((kind) => !kinds.includes(kind))
  if (others.length === 0) return 'everything'
  const named = others.length < 5 ? `everything but ${others.join('+')}` : kinds.join(between)
  return [named, ...partOfQueries(mask, kinds.includes('query'))].filter((part) => part !== '').join(between)
}

/** Returns the part of the query taint that is cleared, if not all of it is. */
function partOfQueries(mask: TaintMask, areAllCleared: boolean): readonly string[] {
  if (areAllCleared) return []
  if ((mask & queryWithBackslashes) !== 0) return ['backslashes']
  return (mask & maskOf('query')) !== 0 ? ['query-without-backslashes'] : []
}

/** Operations that compute a value from other values. */
const makers: ReadonlySet<Op> = new Set<Op>([Op.Call, Op.Phi, Op.Await, Op.ArrayOf, Op.Concat])

/**
 * Returns the operand that is a parameter or derived from one. For a concatenation, returns its first operand that is
 * not constant.
 */
function operandOf(program: Program, value: number): number {
  for (let index = 0; index < program.operandCount(value); index += 1) {
    const operand = program.operand(value, index)
    const source = program.op(operand) === Op.Load ? program.operand(operand, 0) : operand
    const item = program.op(source) === Op.ArrayOf ? program.operand(source, 0) : source
    if (program.op(item) === Op.Parameter || (program.op(value) === Op.Concat && makers.has(program.op(operand) as Op)))
      return operand
  }
  return program.operand(value, 0)
}
