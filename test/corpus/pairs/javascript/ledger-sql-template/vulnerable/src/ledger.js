import Database from 'better-sqlite3'

export class Ledger {
  #db

  constructor(file) {
    this.#db = new Database(file, { readonly: false })
    this.#db.pragma('journal_mode = WAL')
  }

  total(customer) {
    const row = this.#db.prepare(`SELECT sum(amount) AS total FROM orders WHERE customer = '${customer}'`).get()
    return row.total ?? 0
  }

  close() {
    this.#db.close()
  }
}
