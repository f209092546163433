/** How a list, map, set, or promise method affects elements, in any language. */
export interface ContainerMethod {
  /** Arguments that are stored as elements: all of them, or only the last. */
  readonly keeps?: 'all' | 'last'
  /**
   * Parameters of the callback (the first argument) that receive elements. If `whole` is set, they receive the method's
   * receiver.
   */
  readonly hands?: { readonly parameters: readonly number[]; readonly whole?: boolean }
  /** Return value: the same container, one of its elements, the callback's result, or a container of such results. */
  readonly gives?: 'same' | 'element' | 'returned' | 'returned-elements'
  /** True if the method may also return the callback's result. */
  readonly mayReturn?: true
}

const visits = { hands: { parameters: [0] } } as const

/** Methods by name. If other objects have a method with the same name, the receiver decides. */
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
