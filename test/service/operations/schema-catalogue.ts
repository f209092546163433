import { readFileSync } from 'node:fs'
import type { Sql } from 'postgres'

/** A column in PostgreSQL's catalog. */
interface Column {
  readonly name: string
  /** For example `timestamp(3) with time zone`. */
  readonly type: string
  /** True if an insert must provide a value. */
  readonly isNeeded: boolean
  /** True if no insert may provide a value. */
  readonly isGenerated: boolean
}

/** The parts of a schema that code depends on. */
export interface SchemaCatalogue {
  readonly columns: ReadonlyMap<string, readonly Column[]>
  /** Constraints on rows by table: the text of each constraint and unique index. */
  readonly constraints: ReadonlyMap<string, readonly string[]>
}

export async function readCatalogue(sql: Sql): Promise<SchemaCatalogue> {
  const columns = await sql<(Column & { table: string })[]>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull and not a.atthasdef and a.attidentity = '' as "isNeeded", a.attgenerated <> ''
      or a.attidentity = 'a' as "isGenerated"
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    order by 1, a.attnum`
  const constraints = await sql<{ table: string; text: string }[]>`
    select c.relname as table, pg_get_constraintdef(k.oid) as text
    from pg_constraint k join pg_class c on c.oid = k.conrelid
    where c.relnamespace = 'public'::regnamespace and k.contype in ('c', 'f', 'x', 'u', 'p')
    union select c.relname, regexp_replace(pg_get_indexdef(i.indexrelid), '^.* USING ', 'UNIQUE INDEX ')
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and i.indisunique
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`
  const byTable = <Row extends { readonly table: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ table }) => table)
  return {
    columns: byTable(columns),
    constraints: new Map([...byTable(constraints)].map(([table, rows]) => [table, rows.map(({ text }) => text)])),
  }
}

/** Returns the migrations in order, each as a list of statements. */
export function migrationSteps(): { readonly tag: string; readonly statements: readonly string[] }[] {
  const journal = JSON.parse(readFileSync('drizzle/meta/_journal.json', 'utf8')) as {
    readonly entries: readonly { readonly tag: string }[]
  }
  return journal.entries.map(({ tag }) => ({
    tag,
    statements: readFileSync(`drizzle/${tag}.sql`, 'utf8').split('--> statement-breakpoint'),
  }))
}

/** Returns the part of a constraint that rows must satisfy. Actions on deletion do not matter for existing rows. */
const boundRows = (constraint: string) =>
  constraint.startsWith('FOREIGN KEY') ? constraint.replace(/ ON (?:DELETE|UPDATE) .*$/, '') : constraint

const quoted = (name: string) => `"${name}"`

/**
 * Returns the queries of code that was written for a schema: it reads, inserts, updates, and deletes rows with the
 * columns that it knows.
 */
function queriesOf(table: string, columns: readonly Column[]): string[] {
  const written = columns.filter(({ isGenerated }) => !isGenerated)
  const names = written.map(({ name }) => quoted(name))
  const values = written.map(({ type }, index) => `$${index + 1}::${type}`)
  return [
    `select ${columns.map(({ name, type }) => `${quoted(name)}::${type}`).join(', ')} from ${quoted(table)}`,
    ...(names.length === 0
      ? []
      : [
          `insert into ${quoted(table)} (${names.join(', ')}) values (${values.join(', ')})`,
          `update ${quoted(table)} set ${names.map((name, index) => `${name} = ${values[index]}`).join(', ')}`,
        ]),
    `delete from ${quoted(table)}`,
  ]
}

/** Returns what breaks code of the schema `old` on the database of `sql`. Empty if nothing does. */
export async function breaksFor(old: SchemaCatalogue, sql: Sql): Promise<string[]> {
  const now = await readCatalogue(sql)
  const breaks: string[] = []
  for (const [table, columns] of old.columns) {
    const known = new Set(columns.map(({ name }) => name))
    for (const query of queriesOf(table, columns)) {
      // Preparing a query checks names and types without rows.
      await sql.unsafe(`prepare old_query as ${query}`).then(
        () => sql.unsafe('deallocate old_query'),
        (error: Error) => breaks.push(`${table}: ${error.message}`),
      )
    }
    for (const { name, isNeeded } of now.columns.get(table) ?? []) {
      if (isNeeded && !known.has(name))
        breaks.push(`${table}: its new column ${name} has to be given, which old code does not`)
    }
    for (const { name, type } of columns) {
      const typeNow = now.columns.get(table)?.find((column) => column.name === name)?.type
      if (typeNow !== undefined && typeNow !== type)
        breaks.push(`${table}: its column ${name} was ${type} and is ${typeNow}`)
    }
    for (const { name, isNeeded } of columns) {
      if (!isNeeded && now.columns.get(table)?.some((column) => column.name === name && column.isNeeded))
        breaks.push(`${table}: its column ${name} has to be given now`)
    }
    const fulfilled = new Set(old.constraints.get(table)?.map(boundRows))
    for (const text of now.constraints.get(table)?.map(boundRows) ?? []) {
      // Old code leaves new columns at their defaults, so constraints that only cover new columns do not matter.
      const [own = ''] = text.split(' REFERENCES ', 1)
      const isOfOldColumns = columns.some(({ name }) => new RegExp(`\\b${name}\\b`).test(own))
      if (!fulfilled.has(text) && isOfOldColumns)
        breaks.push(`${table}: a new constraint that old code does not know: ${text}`)
    }
  }
  return breaks
}
