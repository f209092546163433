import { once } from 'node:events'
import { setImmediate } from 'node:timers/promises'
import type { TransactionSql } from 'postgres'

/** One value per column, with null for NULL. Texts must not contain control characters. */
export type CopyRow = readonly (string | null)[]

const chunkCharacters = 64 * 1024

/**
 * Streams rows into a table with COPY, with backpressure. If the rows or the server fail, throws the error, and the
 * caller must roll back the transaction.
 */
export async function copyRows(
  transaction: TransactionSql,
  table: string,
  columns: readonly string[],
  rows: AsyncIterable<CopyRow>,
): Promise<void> {
  // The delimiter and the quote occur in no value, so nothing needs escaping.
  const stream = await transaction`
    copy ${transaction(table)} (${transaction([...columns])})
    from stdin with (format csv, delimiter e'\\x02', quote e'\\x01')`.writable()
  // An error between two writes would otherwise end the process. The next write reports it.
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
