import type { FastMCP } from 'fastmcp'
import type { Knex } from 'knex'
import { z } from 'zod'

export class StockTools {
  readonly #database: Knex

  constructor(database: Knex) {
    this.#database = database
  }

  addTo(server: FastMCP): void {
    server.addTool({
      name: 'find_items',
      description: 'Finds items by a part of their name',
      parameters: z.object({ part: z.string().min(2), onlyInStock: z.boolean().default(false) }),
      execute: async (args) => JSON.stringify(await this.find(args.part, args.onlyInStock)),
    })
  }

  private async find(part: string, onlyInStock: boolean): Promise<unknown[]> {
    const query = this.#database('items').select('id', 'name', 'count')
    query.where(this.#database.raw('LOWER(name) LIKE ?', [`%${part.toLowerCase()}%`]))
    if (onlyInStock) query.andWhere('count', '>', 0)
    return query.limit(100)
  }
}
