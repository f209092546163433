import Database from 'better-sqlite3'

const database = new Database(process.env.INVOICES_FILE ?? 'invoices.sqlite', { readonly: true })

export function listInvoices(sort: string, limit: number): unknown[] {
  return database.prepare(`SELECT number, customer, amount, due FROM invoices ORDER BY ${sort} LIMIT ?`).all(limit)
}

export function totalOf(customer: string): number {
  const row = database.prepare('SELECT SUM(amount) AS total FROM invoices WHERE customer = ?').get(customer) as { total: number | null }
  return row.total ?? 0
}
