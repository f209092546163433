import postgres from 'postgres'

const sql = postgres(process.env.DATABASE_URL ?? 'postgres://localhost/tickets')

export interface Ticket {
  id: number
  title: string
}

export async function searchTickets(word: string, limit: number): Promise<Ticket[]> {
  return sql<Ticket[]>`select id, title from tickets where title ilike ${`%${word}%`} order by id desc limit ${limit}`
}

export async function ticketCount(): Promise<number> {
  const [row] = await sql<{ count: number }[]>`select count(*)::int as count from tickets`
  return row?.count ?? 0
}
