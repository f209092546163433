import { Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { hintShape } from '../../schemas/annotation-shapes.ts'
import { positionalArguments } from '../../schemas/schema-steps.ts'
import { anyShape } from '../../schemas/shape.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources } from './collected-sources.ts'
import type { Program } from '../../program/program.ts'
import { type CommandLineModel, commandLineModels } from '../../models/sources/command-line.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import type { SourceLabel } from './source-label.ts'

/** Names of functions, methods, and attributes to include in the `EntryPointIndex`. */
export const commandLineFunctions: readonly string[] = commandLineModels
  .filter(({ form }) => form !== 'read')
  .flatMap(({ functions }) => functions)
export const commandLineReads: readonly string[] = commandLineModels
  .filter(({ form }) => form === 'read')
  .flatMap(({ functions }) => functions)

/** Command-line models provided by the language frontends. */
export const modelsOfLanguages = ({ files }: Program): readonly CommandLineModel[] =>
  [...new Set(files.map(({ semantics }) => semantics))].flatMap(({ models }) => models?.commandLine ?? [])

const label: SourceLabel = { part: 'argument', of: 'command-line' }

/** Adds the program's command-line arguments. */
export function findCommandLine(known: KnownProgram, survey: EntryPointIndex, collected: CollectedSources): void {
  const { program, references } = known
  for (const { form, name, functions } of [...commandLineModels, ...modelsOfLanguages(program)]) {
    const isMeant = (node: number) => references.externals(node).some((external) => name.test(external))
    if (form === 'read') {
      for (const read of functions.flatMap((one) => survey.reads.get(one) ?? []))
        if (isMeant(read)) collected.add({ kind: 'cli-argument', node: read, shape: anyShape, label })
      continue
    }
    for (const call of [...functions.flatMap((one) => survey.methodCalls.get(one) ?? []), ...survey.plainCalls]) {
      if (!isMeant(program.operand(call, 0))) continue
      if (form === 'call') collected.add({ kind: 'cli-argument', node: call, shape: anyShape, label })
      else
        for (const index of form === 'callback'
          ? positionalArguments(known, call).flatMap((one) => callbackFunctions(known, one))
          : decoratedBy(known, call))
          addParameters(known, index, collected)
    }
  }
}

/** Returns the functions decorated with `@app.command()`. */
function decoratedBy(known: KnownProgram, call: number): readonly number[] {
  const { program } = known
  return [...program.users(call)]
    .filter((user) => program.op(user) === Op.Call && program.operand(user, 0) === call)
    .flatMap((user) => positionalArguments(known, user).slice(0, 1))
    .flatMap((one) => callbackFunctions(known, one))
}

function addParameters(known: KnownProgram, index: number, collected: CollectedSources): void {
  for (const { node, annotation } of callableParameters(known, index)) {
    const file = known.program.fileOf(node)
    const shape =
      (annotation === undefined || !file.semantics.values.checksAnnotations
        ? undefined
        : hintShape(known, annotation, file)) ?? anyShape
    if (shape.carries !== 0) collected.add({ kind: 'cli-argument', node, shape, label })
  }
}
