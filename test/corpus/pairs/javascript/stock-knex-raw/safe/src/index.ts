import { FastMCP } from 'fastmcp'
import knex from 'knex'
import { StockTools } from './stock-tools.ts'

const database = knex({ client: 'mysql2', connection: process.env.DATABASE_URL })
const server = new FastMCP({ name: 'stock', version: '1.2.0' })

new StockTools(database).addTo(server)

await server.start({ transportType: 'stdio' })
