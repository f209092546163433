/** A statement that inserts values into a table. Groups: the table, then its columns. */
export const storingStatement =
  /^\s*(?:insert|replace)\b[\s\w]{0,30}?\binto\s+["'`[]?([\w.]{1,100})["'`\]]?\s*(?:\(([^)]{1,2000})\))?/i

/** A statement that updates values in a table. Groups: the table, then the assignments. */
export const changingStatement = /^\s*update\s+["'`[]?([\w.]{1,100})["'`\]]?\s+set\s+([^;]{1,2000})/i

/** Start of a statement that reads a table, the text before the table name, and the table name. */
export const readingStart = /^\s*select\s/i
export const beforeTable = /\sfrom\s/i
export const tableName = /^\s*["'`[]?([\w.]{1,100})/

/** Methods that execute a statement with its values, and methods that prepare one. */
export const executingMethods: ReadonlySet<string> = new Set([
  'execute',
  'executemany',
  'query',
  'run',
  'all',
  'get',
  'each',
  'exec',
  'fetch',
  'fetchrow',
  'fetchval',
  'one',
  'any',
  'many',
  'none',
  'oneOrNone',
  'manyOrNone',
])
export const preparingMethods: ReadonlySet<string> = new Set(['prepare'])

/** Prepared-statement or cursor methods that return rows. */
export const rowMethods: ReadonlySet<string> = new Set([
  'get',
  'all',
  'iterate',
  'fetchone',
  'fetchall',
  'fetchmany',
  'first',
  'one',
  'scalar',
])

/** Calls that write a file, by qualified name: the path first, then the content. */
export const fileWriters =
  /^(?:fs|fs\.promises|fs-extra)\.(?:writeFile|writeFileSync|appendFile|appendFileSync|outputFile)$/

/** Calls that read a file, by qualified name. */
export const fileReaders = /^(?:fs|fs\.promises|fs-extra)\.(?:readFile|readFileSync)$/

/** Last parts of the names that `fileWriters` and `fileReaders` match. */
export const fileFunctions: readonly string[] = [
  'writeFile',
  'writeFileSync',
  'appendFile',
  'appendFileSync',
  'outputFile',
  'readFile',
  'readFileSync',
]
