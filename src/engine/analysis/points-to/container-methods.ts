/** What a method of a list, map, set or promise does with elements, whatever the language. */
export interface ContainerMethod {
  /** Arguments that are kept as elements; `last` of them, or all. */
  readonly keeps?: 'all' | 'last'
  /**
   * The first argument is a function, which gets elements as these of its parameters; `whole`: gets what the method was
   * called on.
   */
  readonly hands?: { readonly parameters: readonly number[]; readonly whole?: boolean }
  /** What comes out: the same container, an element of it, what the function returned, or a container of that. */
  readonly gives?: 'same' | 'element' | 'returned' | 'returned-elements'
  /** What the function returned comes out, too. */
  readonly mayReturn?: true
}

const visits = { hands: { parameters: [0] } } as const

/** By name. Names that other objects have as well are told apart by what the receiver is. */
export const containerMethods: ReadonlyMap<string, ContainerMethod> = new Map<string, ContainerMethod>(
  Object.entries({
    push: { keeps: 'all' },
    unshift: { keeps: 'all' },
    add: { keeps: 'last', gives: 'same' },
    set: { keeps: 'last', gives: 'same' },
    append: { keeps: 'last' },
    extend: { keeps: 'last' },
    insert: { keeps: 'last' },
    appendleft: { keeps: 'last' },
    forEach: visits,
    some: visits,
    every: visits,
    findIndex: visits,
    map: { ...visits, gives: 'returned-elements' },
    flatMap: { ...visits, gives: 'returned-elements' },
    filter: { ...visits, gives: 'same' },
    find: { ...visits, gives: 'element' },
    findLast: { ...visits, gives: 'element' },
    sort: { hands: { parameters: [0, 1] }, gives: 'same' },
    toSorted: { hands: { parameters: [0, 1] }, gives: 'same' },
    reduce: { hands: { parameters: [1] }, gives: 'returned' },
    reduceRight: { hands: { parameters: [1] }, gives: 'returned' },
    // oxlint-disable-next-line unicorn/no-thenable
    then: { hands: { parameters: [0], whole: true }, gives: 'returned' },
    catch: { hands: { parameters: [] }, gives: 'same', mayReturn: true },
    finally: { gives: 'same' },
    slice: { gives: 'same' },
    concat: { gives: 'same', keeps: 'all' },
    flat: { gives: 'same' },
    reverse: { gives: 'same' },
    toReversed: { gives: 'same' },
    splice: { gives: 'same' },
    copy: { gives: 'same' },
    values: { gives: 'same' },
    entries: { gives: 'same' },
    items: { gives: 'same' },
    get: { gives: 'element' },
    at: { gives: 'element' },
    pop: { gives: 'element' },
    popleft: { gives: 'element' },
    shift: { gives: 'element' },
    setdefault: { gives: 'element' },
    update: {},
    next: { gives: 'same' },
  } satisfies Record<string, ContainerMethod>),
)
