import { decoratedServerLanguage } from '../../models/server-surface/python-servers.ts'
import { ParameterKind } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, keywordArgument, positionalArguments } from '../../schemas/schema-steps.ts'
import { callableParameters, callbackFunctions } from './callbacks.ts'
import type { CollectedSources, ToolDraft } from './collected-sources.ts'
import { constantText, readDescription } from './constant-text.ts'
import { checkedArguments, declareTool, keywordHints, toolCalls } from './declared-tools.ts'
import { offeredParameter, parameterShape } from './decorated-parameters.ts'
import { isInjected } from './injected.ts'
import type { OfferedTool } from './taint-source.ts'
import { type DecoratorModel, decoratorModels, serverClasses } from '../../models/sources/decorators.ts'
import { mayBeServer } from './registered.ts'
import type { EntryPointIndex } from './entry-point-index.ts'
import { answerRequests, findKeywords } from './request-handlers.ts'
import { argumentLabel, offerLabel } from './source-label.ts'
import { annotationsIn } from './tool-sources.ts'
import { handedByWrapper, wrappedFunctions, wrappedParameters } from './wrapped-functions.ts'
import { type Decorated, decoratedBy, listedFunctions } from './decorated-functions.ts'
import { registrationRuns } from './registration-runs.ts'

/** Names of methods and classes to include in the `EntryPointIndex`. */
export const decoratedToolMethods: readonly string[] = [
  ...decoratorModels.map(({ method }) => method),
  ...serverClasses,
  'Tool',
]
export const decoratedToolFunctions: readonly string[] = [...serverClasses, 'Tool']

/**
 * Finds the tools, prompts, and resources that servers register with decorators. Adds functions that handle requests
 * for all tools to `dispatchers`.
 */
export function findDecoratedTools(
  known: KnownProgram,
  survey: EntryPointIndex,
  dispatchers: ReadonlyMap<OfferedTool['kind'], Set<number>>,
  collected: CollectedSources,
): void {
  const { program } = known
  const checked = checkedArguments(known, survey)
  for (const model of decoratorModels) {
    for (const call of survey.methodCalls.get(model.method) ?? []) {
      if (program.fileOf(call).semantics.libraries !== decoratedServerLanguage || !mayBeServer(known, call)) continue
      const all = decoratedBy(known, call)
      for (const decorated of all) {
        if (model.parameters === 'own') offerDecorated(known, { survey, model, call, ...decorated }, all, collected)
        else answerRequests(known, { model, call, index: decorated.index, checked }, dispatchers, collected)
      }
    }
  }
  for (const call of [...survey.plainCalls, ...serverClasses.flatMap((name) => survey.methodCalls.get(name) ?? [])])
    findKeywords(known, call, dispatchers, collected)
  const listing = decoratorModels.find(({ method }) => method === 'add_tool')
  for (const call of listing ? survey.plainCalls : []) {
    if (calledName(known, call) !== 'FastMCP') continue
    const all = listedFunctions(known, call)
    for (const decorated of all)
      if (listing) offerDecorated(known, { survey, model: listing, call, ...decorated }, all, collected)
  }
  for (const call of toolCalls(survey)) declareTool(known, { call, survey }, collected)
}

export interface OfferedFunction extends Decorated {
  readonly survey: EntryPointIndex
  readonly model: Pick<DecoratorModel, 'offers' | 'entry'>
  readonly call: number
  /** Parameters, by position or name, that the decorator's inner function passes explicitly. */
  readonly handed?: ReadonlySet<number | string> | undefined
}

/**
 * Adds the tool for a function. If the function is a decorator's inner function, adds the tool for the function that it
 * wraps, because `functools.wraps` copies the name and signature of that function. `all` contains all functions that
 * the same registration receives.
 */
export function offerDecorated(
  known: KnownProgram,
  offered: OfferedFunction,
  all: readonly Decorated[],
  collected: CollectedSources,
): void {
  const { call, index, wrappers } = offered
  if (wrappers.length > 0) {
    // Only the innermost wrapper calls the function itself.
    const handed = handedByWrapper(known, wrappers.at(-1) ?? -1)
    offerWrapped(known, offered, [offerFunction(known, { ...offered, handed }, collected)], wrappers, collected)
    return
  }
  const wrapped = wrappedFunctions(known, index)
  const parameters = [...wrappedParameters(known, index)]
  const runs = wrapped ? registrationRuns(known, call, parameters) : []
  const handed = wrapped ? handedByWrapper(known, index) : undefined
  const inRuns = runs.flatMap((run) =>
    parameters.flatMap((parameter) =>
      callbackFunctions(known, run.resolve(parameter)).map((one) =>
        offerFunction(known, { ...offered, index: one, run: offered.run ?? run, handed }, collected),
      ),
    ),
  )
  if (inRuns.length > 0) return offerWrapped(known, offered, inRuns, [index], collected)
  // The inner function may call an unknown external function, but the registration may still contain the text for
  // models.
  if (!wrapped || (wrapped.length === 0 && saysItself(known, offered))) {
    offerFunction(known, offered, collected)
    return
  }
  const registered = wrapped.filter((one) => all.some(({ index: other }) => other === one))
  const own = registered.length > 0 ? registered : wrapped
  offerWrapped(
    known,
    offered,
    own.map((one) => offerFunction(known, { ...offered, index: one, handed }, collected)),
    [index],
    collected,
  )
}

/** Records that the inner functions of decorators also run for these tools. */
function offerWrapped(
  known: KnownProgram,
  { model }: OfferedFunction,
  offered: readonly (ToolDraft | undefined)[],
  wrappers: readonly number[],
  collected: CollectedSources,
): void {
  const drafts = offered.filter((draft) => draft !== undefined)
  for (const index of wrappers) {
    for (const draft of drafts) draft.functions.add(index)
    const isShared = (wrappedFunctions(known, index)?.length ?? 0) > 1
    addWrapperEntries(known, { model, index }, isShared ? [] : drafts, collected)
  }
}

/** Reports whether a registration itself, or the function passed to it, contains text for models. */
function saysItself(known: KnownProgram, { survey, index, options }: OfferedFunction): boolean {
  return (
    (survey.docstrings.get(index) ?? -1) >= 0 ||
    positionalArguments(known, options).some((argument) => constantText(known, argument) !== undefined) ||
    ['name', 'title', 'description'].some((keyword) => keywordArgument(known, options, keyword) !== undefined)
  )
}

/** Adds sources for a decorator's inner function, because it runs with the arguments of each tool that it wraps. */
function addWrapperEntries(
  known: KnownProgram,
  { model, index }: Pick<OfferedFunction, 'model' | 'index'>,
  drafts: readonly ToolDraft[],
  collected: CollectedSources,
): void {
  const [only, another] = drafts
  const draft = another ? undefined : only
  for (const parameter of callableParameters(known, index)) {
    if (isInjected(known, parameter)) continue
    const shape = parameterShape(known, parameter)
    if (shape.carries !== 0)
      collected.add({
        kind: model.entry,
        node: parameter.node,
        shape,
        label:
          draft && parameter.name !== undefined && argumentKinds.has(parameter.kind)
            ? argumentLabel(model.offers, draft.name, parameter.name)
            : offerLabel(model.offers, draft?.name),
        tool: draft,
      })
  }
}

/** Kinds of parameters that take exactly one argument. */
const argumentKinds: ReadonlySet<ParameterKind> = new Set<ParameterKind>([
  ParameterKind.positional,
  ParameterKind.positionalOnly,
  ParameterKind.keyword,
])

function offerFunction(
  known: KnownProgram,
  { survey, model, call, index, options, run, handed }: OfferedFunction,
  collected: CollectedSources,
): ToolDraft | undefined {
  const { program } = known
  const found = program.functions[index]
  if (!found) return undefined
  const textAt = (node: number) => run?.keyOf(node) ?? constantText(known, run ? run.resolve(node) : node)
  const written = positionalArguments(known, options)
    .map(textAt)
    .find((text) => text !== undefined)
  const said = (keyword: string) => {
    const value = keywordArgument(known, options, keyword)
    return value === undefined ? undefined : textAt(value)
  }
  const docstring = survey.docstrings.get(index) ?? -1
  const address = model.offers === 'resource' ? (written ?? said('uri')) : undefined
  const name = address ?? said('name') ?? written ?? found.name ?? '…'
  const all = callableParameters(known, index)
  const parameters = all.filter((parameter) => !isInjected(known, parameter))
  const hints = keywordArgument(known, options, 'annotations')
  const explained = keywordArgument(known, options, 'description')
  const described = (explained === undefined ? undefined : run ? run.resolve(explained) : explained) ?? docstring
  const draft = collected.tool(
    { kind: model.offers, name, node: run?.call ?? call },
    {
      title: said('title'),
      ...readDescription(known, described),
      annotations: hints === undefined ? {} : { ...annotationsIn(known, [hints]), ...keywordHints(known, hints) },
      parameters: parameters.flatMap((parameter) =>
        parameter.name === undefined ? [] : [offeredParameter(known, parameter, parameter.name)],
      ),
      isOpen: parameters.some(({ kind }) => kind === ParameterKind.keywordRest),
    },
  )
  draft.functions.add(index)
  for (const parameter of parameters) {
    const shape = parameterShape(known, parameter)
    const isHanded = handed?.has(parameter.name ?? '') === true || handed?.has(all.indexOf(parameter)) === true
    if (shape.carries !== 0 && !isHanded)
      collected.add({
        kind: model.entry,
        node: parameter.node,
        shape,
        label: argumentLabel(model.offers, name, parameter.name),
        tool: draft,
      })
  }
  return draft
}
