/** A function that creates a list, a mapping, or another object that stores values. */
export interface ContainerModel {
  readonly language: string
  /** Qualified name. Built-ins have no module. */
  readonly callee: string
}

const containerModels: readonly ContainerModel[] = [
  { language: 'python', callee: 'dict' },
  { language: 'python', callee: 'list' },
  { language: 'python', callee: 'set' },
  { language: 'python', callee: 'collections.OrderedDict' },
  { language: 'python', callee: 'collections.defaultdict' },
  { language: 'python', callee: 'collections.deque' },
  { language: 'python', callee: 'contextvars.ContextVar' },
  { language: 'python', callee: 'types.SimpleNamespace' },
  { language: 'python', callee: 'threading.local' },
  { language: 'python', callee: 'cachetools.TTLCache' },
  { language: 'python', callee: 'cachetools.LRUCache' },
  { language: 'python', callee: 'weakref.WeakValueDictionary' },
]

/** Language of each function, by name. Excludes classes instantiated with `new`. */
export const containerFunctions: ReadonlyMap<string, string> = new Map(
  containerModels.map(({ callee, language }) => [callee, language]),
)
