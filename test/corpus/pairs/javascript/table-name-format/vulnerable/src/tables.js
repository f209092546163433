import pg from 'pg'
import format from 'pg-format'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })

export async function firstRows(name) {
  const statement = format('SELECT * FROM %s LIMIT %L', name, 20)
  const { rows } = await pool.query(statement)
  return rows
}

export async function countRows(table) {
  const { rows } = await pool.query(`SELECT count(*)::int AS count FROM ${table}`)
  return rows[0].count
}
