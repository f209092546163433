import { limits } from '../../model/limits.ts'
import type { Shape } from '../schemas/shape.ts'
import type { Entries, Entry, EntryKind, OfferedTool } from './entry.ts'

/** A tool while it is found: what is known of one may stand in several places. */
export interface ToolDraft {
  readonly kind: OfferedTool['kind']
  readonly name: string
  readonly functions: Set<number>
  readonly regions: Set<number>
  readonly annotations: Record<string, boolean>
  node: number
  description: string | undefined
  title: string | undefined
  parameters: OfferedTool['parameters']
}

export interface EntryDraft {
  readonly kind: EntryKind
  readonly node: number
  readonly shape: Shape
  readonly label: string
  readonly tool?: ToolDraft | undefined
}

/** Gathers tools and entries of all kinds of registrations; the same one that is found twice counts once. */
export class CollectedEntries {
  readonly #tools = new Map<string, ToolDraft>()
  readonly #entries = new Map<string, EntryDraft>()
  readonly #nodes = new Set<number>()

  /** A tool by its kind and name; what was not known of it is filled in. */
  tool({ kind, name, node }: Pick<ToolDraft, 'kind' | 'name' | 'node'>, found: Partial<Pick<ToolDraft, 'description' | 'title' | 'parameters'>> & { readonly annotations?: Readonly<Record<string, boolean>> | undefined } = {}): ToolDraft {
    const key = `${kind} ${name}`
    let draft = this.#tools.get(key)
    if (!draft) {
      draft = { kind, name, node, functions: new Set(), regions: new Set(), annotations: {}, description: undefined, title: undefined, parameters: [] }
      // Past the bound it is known to whoever asked, and not told.
      if (this.#tools.size < limits.dataflow.tools) this.#tools.set(key, draft)
    }
    draft.node = Math.min(draft.node, node)
    draft.description ??= found.description
    draft.title ??= found.title
    if (draft.parameters.length === 0) draft.parameters = found.parameters ?? []
    Object.assign(draft.annotations, found.annotations)
    return draft
  }

  get tools(): IterableIterator<ToolDraft> {
    return this.#tools.values()
  }

  /** An entry; of two of the same value for the same tool, the first counts: the callers ask for what is surest first. */
  add(entry: EntryDraft): void {
    const key = `${entry.node} ${entry.tool ? `${entry.tool.kind} ${entry.tool.name}` : ''}`
    if (entry.node < 0 || this.#entries.has(key) || this.#entries.size >= limits.dataflow.entries) return
    this.#entries.set(key, entry)
    this.#nodes.add(entry.node)
  }

  /** Nodes of all entries so far. */
  get nodes(): ReadonlySet<number> {
    return this.#nodes
  }

  /** Whether a value is an entry already, of whichever tool. */
  hasNode(node: number): boolean {
    return this.#nodes.has(node)
  }

  finish(): Entries {
    const drafts = [...this.#tools.values()].toSorted((one, other) => one.node - other.node || (one.kind + one.name < other.kind + other.name ? -1 : 1))
    const indexes = new Map(drafts.map((draft, index) => [draft, index]))
    const tools = drafts.map((draft): OfferedTool => ({ ...draft, functions: inOrder(draft.functions), regions: inOrder(draft.regions) }))
    const entries = [...this.#entries.values()].map(({ tool, ...entry }): Entry => {
      const index = tool && indexes.get(tool)
      return index === undefined ? entry : { ...entry, tool: index }
    })
    return { tools, entries: entries.toSorted((one, other) => one.node - other.node || (one.tool ?? -1) - (other.tool ?? -1)) }
  }
}

const inOrder = (numbers: ReadonlySet<number>) => [...numbers].toSorted((one, other) => one - other)
