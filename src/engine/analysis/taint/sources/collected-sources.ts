import { dataflowLimits } from '../../dataflow-limits.ts'
import type { Shape } from '../../schemas/shape.ts'
import type { KeptValue } from './request-derivation.ts'
import type { SourceLabel } from './source-label.ts'
import type {
  TaintSources,
  TaintSource,
  TaintSourceKind,
  OfferedTool,
  OtherDefinition,
  ServerInstructions,
} from './taint-source.ts'

/** A tool whose definition is still being collected. Several places in the program may define parts of the tool. */
export interface ToolDraft {
  readonly kind: OfferedTool['kind']
  readonly name: string
  readonly functions: Set<number>
  readonly regions: Set<number>
  readonly excluded: Set<number>
  readonly annotations: Record<string, boolean>
  /** Values that provide the description. */
  readonly described: Set<number>
  node: number
  /** Node that provides the description. */
  describedAt: number
  description: string | undefined
  isDynamic: boolean
  title: string | undefined
  parameters: OfferedTool['parameters']
  /** Node that provides these parameters. */
  parametersAt: number
  isOpen: boolean
  /** Definitions from all places that define part of the tool. */
  readonly definitions: Map<string, OtherDefinition>
  isCut: boolean
}

/** Parts of a tool that one registration defines. */
export type FoundDefinition = Partial<
  Pick<ToolDraft, 'description' | 'isDynamic' | 'title' | 'parameters' | 'isOpen'>
> & {
  readonly annotations?: Readonly<Record<string, boolean>> | undefined
  /** Value that provides the description. */
  readonly described?: number | undefined
}

/** Maximum number of definitions stored per tool. */
const keptDefinitions = 101

/** Maximum number of servers per project whose instructions are stored. */
const keptInstructions = 100

export interface SourceDraft {
  readonly kind: TaintSourceKind
  readonly node: number
  readonly shape: Shape
  readonly label: SourceLabel
  readonly tool?: ToolDraft | undefined
  readonly host?: string
  readonly kept?: readonly KeptValue[]
}

/** Collects tools and taint sources from all kinds of registrations, without duplicates. */
export class CollectedSources {
  readonly #tools = new Map<string, ToolDraft>()
  readonly #entries = new Map<string, SourceDraft>()
  readonly #nodes = new Set<number>()
  readonly #instructions: ServerInstructions[] = []

  /** Returns the tool with a given kind and name, after adding the parts that were not known yet. */
  tool({ kind, name, node }: Pick<ToolDraft, 'kind' | 'name' | 'node'>, found: FoundDefinition = {}): ToolDraft {
    const key = `${kind} ${name}`
    let draft = this.#tools.get(key)
    if (!draft) {
      draft = {
        kind,
        name,
        node,
        describedAt: node,
        functions: new Set(),
        regions: new Set(),
        excluded: new Set(),
        annotations: {},
        described: new Set(),
        description: undefined,
        isDynamic: false,
        title: undefined,
        parameters: [],
        parametersAt: node,
        isOpen: false,
        definitions: new Map(),
        isCut: false,
      }
      // If the limit is exceeded, the caller gets a draft that is never reported.
      if (this.#tools.size < dataflowLimits.maxTools) this.#tools.set(key, draft)
    }
    draft.node = Math.min(draft.node, node)
    keepDefinition(draft, {
      node,
      description: found.description,
      title: found.title,
      parameters: found.parameters ?? [],
    })
    if (found.described !== undefined) draft.described.add(found.described)
    if (draft.description === undefined) {
      draft.description = found.description
      draft.describedAt = node
      draft.isDynamic = found.isDynamic ?? draft.isDynamic
    }
    draft.title ??= found.title
    if (draft.parameters.length === 0) {
      draft.parameters = found.parameters ?? []
      draft.parametersAt = node
      draft.isOpen ||= found.isOpen ?? false
    }
    Object.assign(draft.annotations, found.annotations)
    return draft
  }

  get tools(): IterableIterator<ToolDraft> {
    return this.#tools.values()
  }

  addInstructions(instructions: ServerInstructions): void {
    if (this.#instructions.length < keptInstructions) this.#instructions.push(instructions)
  }

  /**
   * Adds a source. If the same value is added twice for a tool, the first one wins, because callers add the sources
   * that are most certain first.
   */
  add(entry: SourceDraft): void {
    const key = `${entry.node} ${entry.tool ? `${entry.tool.kind} ${entry.tool.name}` : ''}`
    if (entry.node < 0 || this.#entries.has(key) || this.#entries.size >= dataflowLimits.maxTaintSources) return
    this.#entries.set(key, entry)
    this.#nodes.add(entry.node)
  }

  /** Nodes of all sources found so far. */
  get nodes(): ReadonlySet<number> {
    return this.#nodes
  }

  /** Reports whether a value is already a source, for any tool. */
  hasNode(node: number): boolean {
    return this.#nodes.has(node)
  }

  /** Returns the shapes of all sources of a kind, by source node. */
  shapesOf(kind: TaintSourceKind): ReadonlyMap<number, Shape> {
    return new Map(
      [...this.#entries.values()].filter((one) => one.kind === kind).map(({ node, shape }) => [node, shape]),
    )
  }

  finish(): TaintSources {
    const drafts = [...this.#tools.values()].toSorted(
      (one, other) => one.node - other.node || (one.kind + one.name < other.kind + other.name ? -1 : 1),
    )
    const indexes = new Map(drafts.map((draft, index) => [draft, index]))
    const tools = drafts.map((draft): OfferedTool => {
      const shown = { ...draft, ...definitionAtShownPlace(draft) }
      return {
        ...shown,
        functions: inOrder(draft.functions),
        described: inOrder(draft.described),
        regions: inOrder(draft.regions),
        excluded: inOrder(draft.excluded),
        others: otherDefinitions(shown),
      }
    })
    const entries = [...this.#entries.values()].map(({ tool, ...entry }): TaintSource => {
      const index = tool && indexes.get(tool)
      return index === undefined ? entry : { ...entry, tool: index }
    })
    return {
      tools,
      instructions: this.#instructions,
      entries: entries.toSorted((one, other) => one.node - other.node || (one.tool ?? -1) - (other.tool ?? -1)),
    }
  }
}

function keepDefinition(draft: ToolDraft, found: OtherDefinition): void {
  if (found.description === undefined && found.title === undefined && found.parameters.length === 0) return
  const told = JSON.stringify([found.description, found.title, found.parameters])
  const same = draft.definitions.get(told)
  if (same && same.node <= found.node) return
  if (same || draft.definitions.size < keptDefinitions) draft.definitions.set(told, found)
  else draft.isCut = true
}

/**
 * Returns the texts of the definition at the location reported for a tool. They may differ from the stored texts,
 * because another definition may have been found first. Empty if the definition at that location has no description.
 */
function definitionAtShownPlace({
  definitions,
  node,
  describedAt,
}: ToolDraft): Partial<Pick<ToolDraft, 'description' | 'describedAt' | 'title' | 'parameters' | 'parametersAt'>> {
  if (describedAt === node) return {}
  const shown = [...definitions.values()].find((one) => one.node === node && one.description !== undefined)
  if (!shown) return {}
  const { description, title, parameters } = shown
  return {
    description,
    describedAt: node,
    ...(title !== undefined && { title }),
    ...(parameters.length > 0 && { parameters, parametersAt: node }),
  }
}

/** Returns the definitions whose description, title, or parameters differ from those of the reported definition. */
function otherDefinitions({
  description,
  title,
  parameters,
  parametersAt,
  definitions,
  node,
  describedAt,
}: ToolDraft): OtherDefinition[] {
  const shown = JSON.stringify(parameters)
  return [...definitions.values()]
    .toSorted((one, other) => one.node - other.node)
    .flatMap((one): OtherDefinition[] => {
      const other: OtherDefinition = {
        node: one.node === node && one.description !== description ? describedAt : one.node,
        description: one.description === description ? undefined : one.description,
        title: one.title === title ? undefined : one.title,
        parameters: one.node === parametersAt || JSON.stringify(one.parameters) === shown ? [] : one.parameters,
      }
      return other.description === undefined && other.title === undefined && other.parameters.length === 0
        ? []
        : [other]
    })
}

const inOrder = (numbers: ReadonlySet<number>) => [...numbers].toSorted((one, other) => one - other)
