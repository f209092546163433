import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'

/** One value per column. Null becomes NULL. Strings must not contain control characters. */
export type CopyRow = readonly (string | null)[]

const chunkCharacters = 64 * 1024

/**
 * Streams rows into a table with COPY, with backpressure. Throws if the source of the rows or the server fails; the
 * caller must then roll back the transaction.
 */
export async function copyRows(
  transaction: TransactionSql,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<CopyRow>,
): Promise<void> {
  // No value contains the delimiter or the quote character, so nothing needs escaping.
  const stream = await transaction`
    copy ${transaction(table)} (${transaction([...columns])})
    from stdin with (format csv, delimiter e'\\x02', quote e'\\x01')`.writable()
  // If no listener exists, an error between two writes would end the process. The next write reports the error.
  stream.on('error', () => {})
  try {
    for await (const chunk of chunks(rows)) {
      if (stream.errored) throw stream.errored
      if (!stream.write(chunk)) await once(stream, 'drain')
    }
  } catch (error) {
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
    throw error
  }
  stream.end()
  // postgres.js never settles the stream if the server rejects the rows at their end
  // (https://github.com/porsager/postgres/issues/1173). The next query reports the result of COPY.
  await setImmediate()
  await transaction`select 1`
}

async function* chunks(rows: AsyncIterable<CopyRow>): AsyncIterable<string> {
  let chunk = ''
  for await (const row of rows) {
    chunk += `${row.join('\x02')}\n`
    if (chunk.length < chunkCharacters) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}
