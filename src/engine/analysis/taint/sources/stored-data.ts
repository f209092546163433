import {
  beforeTable,
  changingStatement,
  executingMethods,
  fileFunctions,
  fileReaders,
  fileWriters,
  preparingMethods,
  readingStart,
  rowMethods,
  storingStatement,
  tableName,
} from '../../models/sources/stored-data.ts'
import { LiteralKind, Op } from '../../ir/operations.ts'
import type { KnownProgram } from '../../schemas/known-program.ts'
import { calledName, definitionsOf, positionalArguments, receiverOf } from '../../schemas/schema-steps.ts'
import { append } from '../sanitizers/program-index.ts'
import { callbackFunctions, callableParameters } from './callbacks.ts'

/** Persistent storage shared by handlers: a database table or a file. */
export interface DataStore {
  /** Name of the table or file. */
  readonly name: string
  readonly stored: readonly StoredValue[]
  readonly reads: readonly StoreRead[]
}

/** A value that the program reads from a data store. */
export interface StoreRead {
  readonly node: number
  /** What the read returns: one row, a list of rows, a query result, or the content of a file. */
  readonly form: 'row' | 'rows' | 'answer' | 'content'
  /** Columns in the order in which the statement lists them. Absent if unknown. */
  readonly columns?: readonly string[]
}

/** A value that the program writes to a data store. */
export interface StoredValue {
  readonly value: number
  /** The node that stores the value. */
  readonly node: number
  /** Table column. Absent if unknown. */
  readonly column?: string | undefined
}

/** Maximum number of stores per project, of values per store, and of statements whose rows one fetch may return. */
const bounds = { stores: 200, values: 200, runs: 8 }

interface FoundStore {
  readonly name: string
  readonly stored: StoredValue[]
  readonly reads: StoreRead[]
}

/** Returns the stores that the program both writes and reads. */
export function dataStores(known: KnownProgram): readonly DataStore[] {
  const found = new Map<string, FoundStore>()
  const storeOf = (key: string, name: string): FoundStore => {
    const store = found.get(key) ?? { name, stored: [], reads: [] }
    if (found.size < bounds.stores) found.set(key, store)
    return store
  }
  findTables(known, storeOf)
  findFiles(known, storeOf)
  return [...found.values()].filter(({ stored, reads }) => stored.length > 0 && reads.length > 0)
}

type StoreOf = (key: string, name: string) => FoundStore

/** Adds the tables that constant SQL statements write and read. */
function findTables(known: KnownProgram, storeOf: StoreOf): void {
  const { program } = known
  const prepared = preparedCalls(known)
  const fetches = fetchesByRun(known)
  for (const literal of program.index.of(Op.Literal)) {
    if (program.operand(literal, 0) !== LiteralKind.string) continue
    const text = program.text(literal, 1)
    const written = storingStatement.exec(text) ?? changingStatement.exec(text)
    const read = written ? undefined : readStatement(text)
    const table = written?.[1] ?? read?.table
    if (table === undefined) continue
    const store = storeOf(`table ${table.toLowerCase()}`, table)
    for (const call of program.users(literal)) {
      if (program.op(call) !== Op.Call || program.operand(call, 1) !== literal) continue
      const method = calledName(known, call) ?? ''
      const runs = preparingMethods.has(method)
        ? (prepared.get(call) ?? [])
        : executingMethods.has(method)
          ? [call]
          : []
      for (const run of runs) {
        const values = positionalArguments(known, run).slice(run === call ? 1 : 0)
        if (written) addValues(known, store, { values, run, columns: columnsIn(written[2]) })
        else for (const one of rowsOf(known, run, columnsIn(read?.columns), fetches)) store.reads.push(one)
      }
    }
  }
}

/** Returns the table and the column list that a statement reads. */
function readStatement(text: string): { readonly table: string; readonly columns: string } | undefined {
  if (!readingStart.test(text)) return undefined
  const [before = '', ...after] = text.split(beforeTable, 2)
  const table = tableName.exec(after[0] ?? '')?.[1]
  return table === undefined ? undefined : { table, columns: before.replace(readingStart, '') }
}

/** For each call that prepares a statement, returns the calls that run the prepared statement. */
function preparedCalls(known: KnownProgram): ReadonlyMap<number, readonly number[]> {
  const { program } = known
  const found = new Map<number, number[]>()
  if (![...preparingMethods].some((method) => program.callsOfMethod(method).length > 0)) return found
  for (const method of ['run', ...rowMethods])
    for (const call of program.callsOfMethod(method)) {
      const receiver = receiverOf(known, call)
      for (const definition of receiver === undefined ? [] : definitionsOf(known, receiver))
        if (program.op(definition) === Op.Call && preparingMethods.has(calledName(known, definition) ?? ''))
          append(found, definition, call)
    }
  return found
}

/**
 * For each call that runs a statement, returns the calls that fetch its rows, from its result or from the same cursor.
 * A cursor returns the rows of the last statement. Because of branches, any statement since the previous fetch may have
 * been the last one.
 */
function fetchesByRun(known: KnownProgram): ReadonlyMap<number, readonly number[]> {
  const { program } = known
  const found = new Map<number, number[]>()
  const fetches = new Set([...rowMethods].flatMap((method) => program.callsOfMethod(method)))
  for (const fetch of fetches) {
    const from = receiverOf(known, fetch)
    if (from !== undefined && program.functionOf(from) === program.functionOf(fetch)) append(found, from, fetch)
  }
  const calls = new Set([...fetches, ...[...executingMethods].flatMap((method) => program.callsOfMethod(method))])
  const last = new Map<string, { runs: number[]; isFetched: boolean }>()
  for (const call of [...calls].sort((one, other) => one - other)) {
    const receiver = receiverOf(known, call)
    if (receiver === undefined) continue
    const key = `${program.functionOf(call)} ${receiver}`
    const before = last.get(key)
    const method = calledName(known, call) ?? ''
    if (fetches.has(call) && method.startsWith('fetch')) {
      for (const run of before?.runs ?? []) append(found, run, call)
      if (before) before.isFetched = true
    }
    if (!executingMethods.has(method)) continue
    const runs = before && !before.isFetched ? before.runs.slice(1 - bounds.runs) : []
    last.set(key, { runs: [...runs, call], isFetched: false })
  }
  return found
}

/**
 * Returns the column names in a comma-separated list. Undefined if the list contains anything else, such as `*` or an
 * expression.
 */
function columnsIn(list: string | undefined): readonly string[] | undefined {
  const names = list?.split(',').map((one) => one.trim().replaceAll(/["'`[\]]/g, ''))
  return names?.every((name) => /^[\w.]+$/.test(name)) === true
    ? names.map((name) => name.slice(name.lastIndexOf('.') + 1).toLowerCase())
    : undefined
}

interface WrittenValues {
  readonly values: readonly number[]
  readonly run: number
  readonly columns: readonly string[] | undefined
}

/** Adds the values that a statement writes. They are separate arguments or items of a list. */
function addValues(known: KnownProgram, store: FoundStore, { values, run, columns }: WrittenValues): void {
  const { program } = known
  const [list] = values
  const items =
    list !== undefined && program.op(list) === Op.ArrayOf
      ? Array.from({ length: program.operandCount(list) }, (_none, index) => program.operand(list, index))
      : values
  const areInOrder = columns?.length === items.length
  for (const [place, value] of items.entries())
    addStored(known, store, { value, node: run, column: areInOrder ? columns[place] : undefined })
}

function addStored({ program }: KnownProgram, { stored }: FoundStore, one: StoredValue): void {
  const op = program.op(one.value)
  if (stored.length < bounds.values && op !== Op.Literal && op !== Op.Closure) stored.push(one)
}

/** Adds the rows returned by a query: the call's result, callback arguments, and later fetches from a cursor. */
function rowsOf(
  known: KnownProgram,
  call: number,
  columns: readonly string[] | undefined,
  fetches: ReadonlyMap<number, readonly number[]>,
): readonly StoreRead[] {
  const read = (node: number, form: StoreRead['form']): StoreRead => ({ node, form, ...(columns && { columns }) })
  const rows = positionalArguments(known, call)
    .slice(1)
    .flatMap((argument) => callbackFunctions(known, argument))
    .flatMap((index) => callableParameters(known, index)[1]?.node ?? [])
    .map((node) => read(node, 'answer'))
  for (const fetch of new Set(fetches.get(call))) rows.push(read(fetch, formOf(calledName(known, fetch) ?? '')))
  return rows.length > 0 ? rows : [read(call, formOf(calledName(known, call) ?? ''))]
}

const formOf = (method: string): StoreRead['form'] =>
  ['get', 'fetchone', 'first', 'one', 'fetchrow', 'oneOrNone'].includes(method)
    ? 'row'
    : ['all', 'fetchall', 'fetchmany', 'iterate', 'many', 'any', 'manyOrNone'].includes(method)
      ? 'rows'
      : 'answer'

/** Adds files that the program writes and reads under the same path. */
function findFiles(known: KnownProgram, storeOf: StoreOf): void {
  const { program } = known
  const names = new Set(fileFunctions)
  for (const call of program.index.of(Op.Call)) {
    const callee = program.operand(call, 0)
    if (program.op(callee) !== Op.Load || names.has(program.text(callee, 1))) addFile(known, call, storeOf)
  }
}

function addFile(known: KnownProgram, call: number, storeOf: StoreOf): void {
  const { program, references } = known
  const names = references.externals(program.operand(call, 0))
  if (!names.some((name) => fileWriters.test(name) || fileReaders.test(name))) return
  const [path, content] = positionalArguments(known, call)
  const [definition, another] = path === undefined ? [] : definitionsOf(known, path)
  if (definition === undefined || another !== undefined || program.op(definition) === Op.Parameter) return
  const text = program.literalText(definition)
  const store = storeOf(`file ${text ?? definition}`, text ?? program.placeOf(definition).path)
  if (content !== undefined && names.some((name) => fileWriters.test(name)))
    addStored(known, store, { value: content, node: call })
  else if (names.some((name) => fileReaders.test(name))) store.reads.push({ node: call, form: 'content' })
}
